import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Check, connectToOneOf } from "./connect.ts";
import type { Gate } from "./guarded-pool.ts";
import { isReadOnly } from "./is-silent.ts";

export type ProbeOptions = {
  addresses: readonly string[];
  /** The gate of the pool that serves all other statements. */
  gate: Pick<Gate, "heardAtMs">;
  /** Run for each probe. */
  check: Check;
  listen?: { channel: string; onMessage(payload: string): void };
  onConnect?(address: string): void;
  /** Called when the connection ends. */
  onLost(): void;
};

export type Probe = {
  /** Resolves if a server passes the check in time; connects first if there is no connection. */
  run(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A request must fail within 2 s, so a silent database has to be noticed sooner: two of these times must pass first.
 */
const PROBE_MS = 1_000;
/** A timer that is this late shows that this process was delayed, not the database. */
const LATE_MS = 250;

/** Keeps one connection to check that a server responds. */
export function createProbe({ addresses, gate, check, listen, onConnect, onLost }: ProbeOptions): Probe {
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const fresh = await connectToOneOf(addresses, PROBE_MS, check);
    const forget = () => {
      if (client !== fresh.client) return;
      client = undefined;
      onLost();
    };
    fresh.client.on("error", forget).on("end", forget);
    if (listen) {
      fresh.client.on("notification", ({ payload }) => listen.onMessage(payload ?? ""));
      await awaitQuery(fresh.client.query(`listen ${listen.channel}`), gate);
    }
    client = fresh.client;
    onConnect?.(fresh.address);
  }

  return {
    async run() {
      const current = client;
      try {
        if (current) await awaitQuery(check(current), gate);
        else await connect();
      } catch (error) {
        void current?.end().catch(() => undefined);
        client = undefined;
        // The end of this one connection says nothing about the server. A missing response does, and so does a server
        // that is no longer a primary: the pool's connections lead to it too.
        if (!current || error instanceof NoResponse || isReadOnly(error)) throw error;
        await connect();
      }
    },
    close: async () => client?.end(),
  };
}

class NoResponse extends Error {}

/**
 * Waits for a query. Rejects with `NoResponse` if it gets no response in time, and no other statement succeeds
 * meanwhile. A probe that this process itself delayed starts again.
 */
async function awaitQuery(query: Promise<unknown>, gate: Pick<Gate, "heardAtMs">): Promise<void> {
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
