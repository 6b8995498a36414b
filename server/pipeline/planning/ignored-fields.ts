import type { Body } from "#server/dialects/dialect.ts";

// There are no plugins and there is no loop of server tools here: both are taken, and the caller is told.
const WITHOUT_EFFECT = ["plugins", "stop_server_tools_when"];

/** What a body asks of the gateway in vain, as notes. */
export function listIgnoredFields(body: Body): string[] {
  return WITHOUT_EFFECT.filter((field) => {
    const value = body[field];
    return Array.isArray(value) && value.some((entry) => entry?.enabled !== false);
  }).map((field) => `${field}: no effect`);
}
