import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Gate } from "./guarded-pool.ts";

export type WatchOptions = {
  url: string;
  gate: Gate;
  channel: string;
  onMessage(payload: string): void;
  /** Called once when the database stops responding. */
  onDown(error: unknown): void;
  /** Prepares the database before statements may reach it again. A failure counts as another probe without response. */
  onReturn(): Promise<void>;
  onUp(downMs: number): void;
};

/** A request must fail within 2 s, so a silent database has to be noticed sooner: after both times together. */
const PROBE_MS = 1_000;
const TICK_MS = 250;
/** How often to probe while no statement waits. */
const IDLE_PROBE_MS = 2_000;
/** A timer this late shows that this process, not the database, was held up. */
const LATE_MS = 250;
const CONNECTION_SLOTS_TAKEN = "53300";

/**
 * Watches PostgreSQL through a connection of its own, which also listens for announcements. Probes only while a
 * statement waits or nothing was heard for two seconds. Shuts the gate while it does not respond; a gate that is shut
 * from the start opens when it does. Returns a function that ends the watch.
 */
export async function watchDatabase(options: WatchOptions): Promise<() => Promise<void>> {
  const { gate } = options;
  const isDown = () => gate.shutSinceMs() !== undefined;
  let client: pg.Client | undefined;
  let heardMs = 0;
  let isClosed = false;

  async function connected(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: options.url, connectionTimeoutMillis: PROBE_MS, keepAlive: true });
    const forget = () => {
      if (client !== fresh) return;
      client = undefined;
      heardMs = 0;
    };
    fresh.on("error", forget).on("end", forget);
    fresh.on("notification", ({ payload }) => options.onMessage(payload ?? ""));
    await fresh.connect();
    await inTime(fresh.query(`listen ${options.channel}`), gate);
    client = fresh;
    return fresh;
  }

  async function probe(): Promise<void> {
    const known = client;
    try {
      if (known) await inTime(known.query("select 1"), gate);
      else await connected();
    } catch (error) {
      void known?.end().catch(() => undefined);
      client = undefined;
      // The end of this one connection says nothing about the server; a missing response does.
      if (!known || error instanceof NoResponse) throw error;
      await connected();
    }
  }

  async function look(): Promise<void> {
    try {
      await probe();
      if (isDown()) await options.onReturn();
      heardMs = Date.now();
      turnUp();
    } catch (error) {
      if ((error as { code?: unknown }).code === CONNECTION_SLOTS_TAKEN && !isDown()) return;
      turnDown(error);
    }
  }

  function turnDown(error: unknown): void {
    if (isDown() || isClosed) return;
    gate.shut();
    options.onDown(error);
  }

  function turnUp(): void {
    const sinceMs = gate.shutSinceMs();
    if (sinceMs === undefined) return;
    gate.open();
    options.onUp(Date.now() - sinceMs);
  }

  async function watch(): Promise<void> {
    while (!isClosed) {
      const isDue = isDown() || gate.inUse() > 0 || Date.now() - heardMs >= IDLE_PROBE_MS;
      if (isDue) await look();
      await sleep(TICK_MS, undefined, { ref: false });
    }
  }

  if (!isDown()) await connected();
  heardMs = Date.now();
  void watch();
  return async () => {
    isClosed = true;
    await client?.end();
  };
}

class NoResponse extends Error {}

/**
 * Rejects with `NoResponse` if a query gets none in time, and no other statement succeeds meanwhile. A probe that this
 * process itself held up starts again.
 */
async function inTime(query: Promise<unknown>, gate: Gate): Promise<void> {
  const isDone = query.then(() => true);
  isDone.catch(() => undefined);
  for (;;) {
    const startedMs = performance.now();
    const startedAtMs = Date.now();
    const stop = new AbortController();
    const late = sleep(PROBE_MS, false, { signal: stop.signal, ref: false }).catch(() => false);
    try {
      if (await Promise.race([isDone, late])) return;
    } finally {
      stop.abort();
    }
    const isHeldUp = performance.now() - startedMs >= PROBE_MS + LATE_MS;
    if (!isHeldUp && gate.heardAtMs() < startedAtMs) throw new NoResponse("The database does not respond.");
  }
}
