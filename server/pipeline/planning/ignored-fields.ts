import type { Body } from "#server/dialects/dialect.ts";

// The gateway has no plugins and no loop of server tools. It accepts both fields, ignores them and tells the caller.
const WITHOUT_EFFECT = ["plugins", "stop_server_tools_when"];

/** Returns a note for each body field that is ignored. */
export function listIgnoredFields(body: Body): string[] {
  return WITHOUT_EFFECT.filter((field) => {
    const value = body[field];
    return Array.isArray(value) && value.some((entry) => entry?.enabled !== false);
  }).map((field) => `${field}: no effect`);
}
