import pg from "pg";

const ATTEMPTS = 3;

/**
 * Rejects if a connection pooler shares one server process between several connections, as PgBouncer does in
 * transaction mode: a lock or a `listen` would then stay with the next user of that process.
 */
export async function requireSession(client: pg.Client, address: string): Promise<void> {
  // A pooler makes up the process number that it tells its client.
  if ((await processOf(client)) === (client as unknown as { processID: number }).processID) return;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const other = new pg.Client({ connectionString: address });
    other.on("error", () => undefined);
    await other.connect();
    // The pooler hands out the process that became free last.
    const first = await processOf(client);
    const second = await processOf(other);
    await other.end();
    if (first === second) throw new Error(SHARED);
  }
}

const SHARED =
  "DATABASE_URL leads to a connection pooler in transaction mode. Set DATABASE_DIRECT_URL to the address of the " +
  "database itself, which migrations and the announcements between processes need.";

async function processOf(client: pg.Client): Promise<number> {
  return (await client.query("select pg_backend_pid() as pid")).rows[0].pid;
}
