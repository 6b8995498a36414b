import pg from "pg";
import { isReadOnly, isSilent, READ_ONLY } from "./is-silent.ts";

export type Connected = { client: pg.Client; address: string };

/** Checks a new connection; rejects if it must not be used. */
export type Check = (client: pg.Client) => Promise<unknown>;

/** Rejects if the server accepts no changes: it is a standby, even if it was the primary until now. */
export async function requirePrimary(client: pg.Client): Promise<void> {
  const { rows } = await client.query("show transaction_read_only");
  if (rows[0].transaction_read_only !== "on") return;
  const error = new Error("The server accepts no changes: it is a standby, or set to read-only");
  throw Object.assign(error, { code: READ_ONLY });
}

/**
 * Connects to all addresses at once and returns the first connection that passes the check. If none does, rejects with
 * the error of a server that responded, else with any of the errors.
 */
export async function connectToOneOf(
  addresses: readonly string[],
  timeoutMs: number,
  check: Check,
): Promise<Connected> {
  const attempts = addresses.map((address) => connectTo(address, timeoutMs, check));
  try {
    const winner = await Promise.any(attempts);
    for (const attempt of attempts) void attempt.then((one) => one === winner || end(one.client), ignore);
    return winner;
  } catch (error) {
    const { errors } = error as AggregateError;
    throw errors.find((one) => !isSilent(one)) ?? errors.find(isReadOnly) ?? errors[0];
  }
}

async function connectTo(address: string, timeoutMs: number, check: Check): Promise<Connected> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: timeoutMs, keepAlive: true });
  // Without a listener an error would end the process.
  client.on("error", ignore);
  // Ending it fails the query in progress.
  const late = setTimeout(end, timeoutMs, client);
  try {
    await client.connect();
    await check(client);
    return { client, address };
  } catch (error) {
    end(client);
    throw error;
  } finally {
    clearTimeout(late);
  }
}

const ignore = () => undefined;

function end(client: pg.Client): void {
  void client.end().catch(ignore);
}
