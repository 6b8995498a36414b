import pg from "pg";
import type { Database } from "./database.ts";

const CHANNEL = "switchboard_changes";

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
  | "mcp-servers";

/** Notifies every process on the same database. The embedded database has only one process, which already knows. */
export async function announce(database: Database, topic: Topic): Promise<void> {
  if (!database.embedded) await database.pool.query("select pg_notify($1, $2)", [CHANNEL, topic]);
}

/**
 * Calls `onChange` for each change announced by any process. A lost connection is replaced after a second; changes
 * missed in between are caught by the callers' own intervals.
 */
export async function listenForChanges(url: string, onChange: (topic: Topic) => void): Promise<() => Promise<void>> {
  let closed = false;
  let client: pg.Client | undefined;
  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url });
    fresh.on("error", () => undefined);
    fresh.on("end", () => {
      if (!closed) setTimeout(() => void connect().catch(() => undefined), 1000).unref();
    });
    fresh.on("notification", (message) => onChange(message.payload as Topic));
    client = fresh;
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
  };
  await connect();
  return async () => {
    closed = true;
    await client?.end();
  };
}
