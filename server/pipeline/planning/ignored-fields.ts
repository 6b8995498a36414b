import type { Body } from "#server/dialects/dialect.ts";

/** Returns a note for each ignored body field: conditions for a loop of server tools that the gateway does not run. */
export function listIgnoredFields({ stop_server_tools_when: conditions }: Body, runsTools = false): string[] {
  return !runsTools && Array.isArray(conditions) ? ["stop_server_tools_when: no effect"] : [];
}
