import type { Database } from "./database.ts";

export const CHANNEL = "switchboard_changes";

/** The noun whose copy in memory is out of date. */
export type Topic =
  | "keys"
  | "workspaces"
  | "guardrails"
  | "credentials"
  | "prices"
  | "leases"
  | "budgets"
  | "presets"
  | "mcp-servers"
  | "custom-providers"
  | "model-aliases"
  | "rate-limits"
  | "batches";

/** Notifies every process on the same database. The embedded database has only one process, which already knows. */
export async function announce(database: Database, topic: Topic): Promise<void> {
  if (!database.embedded) await database.pool.query("select pg_notify($1, $2)", [CHANNEL, topic]);
}
