import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { serverAddresses } from "#server/network/server-addresses.ts";
import { guardPool } from "./guarded-pool.ts";
import { createProbe } from "./probe.ts";

export type FollowOptions = {
  /** A replica that is further behind is not read. */
  maxLagMs: number;
  /** Called once when the replica stops responding or is too far behind. */
  onAway(error: unknown): void;
  onBack(): void;
};

/** A read replica of the database, not used until it is followed. */
export type Replica = {
  pool: pg.Pool;
  /** Returns the time up to which it contains everything stored (Unix ms); undefined while it must not be read. */
  asOfMs(): number | undefined;
  /** Returns since when it must not be read (Unix ms); undefined while it may be. */
  awaySinceMs(): number | undefined;
  /** Starts checking it every second. */
  follow(options: FollowOptions): void;
  close(): Promise<void>;
};

const CHECK_EVERY_MS = 1_000;

const MARK = "replicated until";
const WRITE_MARK = `
  insert into setting (name, value, updated_at) values ('${MARK}', '', clock_timestamp())
  on conflict (name) do update set updated_at = excluded.updated_at
  where setting.updated_at < excluded.updated_at - interval '1 s'`;
const READ_MARK = `select extract(epoch from updated_at)::float8 * 1000 as "atMs" from setting where name = '${MARK}'`;

/** Writes the time to the primary. Once the row arrives at a replica, so has everything that was stored before it. */
export async function markTime(primary: pg.Pool): Promise<void> {
  await primary.query(WRITE_MARK);
}

/** Opens the replicas at `url`, which may name several servers: the first that responds is used. */
export function openReplica(url: string, max: number): Replica {
  const pool = new pg.Pool({ max, connectionTimeoutMillis: 2_000 });
  // The pool replaces an idle connection that breaks; without a listener it would end the process.
  pool.on("error", () => undefined);
  const gate = guardPool(pool);
  gate.shut();
  let markedMs = 0;
  let awaySinceMs: number | undefined;
  let isClosed = false;
  const probe = createProbe({
    addresses: serverAddresses(url),
    gate,
    async check(client) {
      markedMs = (await client.query(READ_MARK)).rows[0]?.atMs ?? 0;
    },
    onConnect: (address) => void Object.assign(pool.options, { connectionString: address }),
    onLost: () => undefined,
  });

  async function checkReplica({ maxLagMs, onAway, onBack }: FollowOptions): Promise<void> {
    try {
      await probe.run();
      if (Date.now() - markedMs > maxLagMs) throw new Error("The read replica is too far behind");
      gate.open();
      if (awaySinceMs !== undefined) onBack();
      awaySinceMs = undefined;
    } catch (error) {
      gate.shut();
      if (awaySinceMs === undefined && !isClosed) onAway(error);
      awaySinceMs ??= Date.now();
    }
  }

  return {
    pool,
    asOfMs: () => (gate.shutSinceMs() === undefined ? markedMs : undefined),
    awaySinceMs: () => awaySinceMs,
    async follow(options) {
      while (!isClosed) {
        await checkReplica(options);
        await sleep(CHECK_EVERY_MS, undefined, { ref: false });
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([probe.close(), pool.end()]);
    },
  };
}
