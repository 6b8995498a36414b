import { EFFECTIVE_PLUGINS } from "#lib/contract/plugins.ts";
import type { Body } from "#server/dialects/dialect.ts";

/**
 * Returns a note for each body field that is ignored: plugins without an effect, and the conditions for a loop of
 * server tools unless the gateway runs one.
 */
export function listIgnoredFields(body: Body, runsTools = false): string[] {
  const withoutEffect = runsTools ? ["plugins"] : ["plugins", "stop_server_tools_when"];
  return withoutEffect
    .filter((field) => {
      const value = body[field];
      return (
        Array.isArray(value) &&
        value.some((entry) => entry?.enabled !== false && !EFFECTIVE_PLUGINS.includes(entry?.id))
      );
    })
    .map((field) => `${field}: no effect`);
}
