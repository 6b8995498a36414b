import { setTimeout as sleep } from "node:timers/promises";
import { serverAddresses } from "#server/network/server-addresses.ts";
import { requirePrimary } from "./connect.ts";
import type { Gate } from "./guarded-pool.ts";
import { createProbe } from "./probe.ts";

export type WatchOptions = {
  /** May name several servers; the watch finds the primary. */
  url: string;
  /** Bypasses a connection pooler, which does not support `listen`. */
  directUrl?: string;
  gate: Gate;
  /** Called with the address of the primary after each new connection to it. */
  moveTo(address: string): void;
  channel: string;
  onMessage(payload: string): void;
  /** Called once when the database stops responding. */
  onDown(error: unknown): void;
  /** Prepares the database before statements may reach it again. A failure counts as another probe without response. */
  onReturn(): Promise<void>;
  onUp(downMs: number): void;
};

const TICK_MS = 250;
/** How often to probe while no statement waits. */
const IDLE_PROBE_MS = 2_000;
const CONNECTION_SLOTS_TAKEN = "53300";

/**
 * Watches PostgreSQL through a connection of its own, which also listens for announcements. Probes only while a
 * statement waits or nothing was heard for two seconds. Shuts the gate while no primary responds; a gate that is shut
 * from the start opens when one does. Returns a function that ends the watch.
 */
export async function watchDatabase(options: WatchOptions): Promise<() => Promise<void>> {
  const { gate, url, directUrl, channel, onMessage, moveTo } = options;
  const isDown = () => gate.shutSinceMs() !== undefined;
  let heardMs = 0;
  let isClosed = false;

  const onLost = () => {
    heardMs = 0;
  };
  const listen = { channel, onMessage };
  const open = (leadsTo: string, more: { listen?: typeof listen; onConnect?: typeof moveTo }) =>
    createProbe({ addresses: serverAddresses(leadsTo), gate, check: requirePrimary, onLost, ...more });
  // A pooler may stop while the database runs, and vice versa.
  const probes = directUrl
    ? [open(url, { onConnect: moveTo }), open(directUrl, { listen })]
    : [open(url, { onConnect: moveTo, listen })];
  const probeAll = () => Promise.all(probes.map((probe) => probe.run()));

  async function checkPrimary(): Promise<void> {
    try {
      await probeAll();
      if (isDown()) await options.onReturn();
      heardMs = Date.now();
      markUp();
    } catch (error) {
      if ((error as { code?: unknown }).code === CONNECTION_SLOTS_TAKEN && !isDown()) return;
      markDown(error);
    }
  }

  function markDown(error: unknown): void {
    if (isDown() || isClosed) return;
    gate.shut();
    options.onDown(error);
  }

  function markUp(): void {
    const sinceMs = gate.shutSinceMs();
    if (sinceMs === undefined) return;
    gate.open();
    options.onUp(Date.now() - sinceMs);
  }

  async function watch(): Promise<void> {
    while (!isClosed) {
      const isDue = isDown() || gate.inUse() > 0 || Date.now() - heardMs >= IDLE_PROBE_MS;
      if (isDue) await checkPrimary();
      await sleep(TICK_MS, undefined, { ref: false });
    }
  }

  if (!isDown()) await probeAll();
  heardMs = Date.now();
  void watch();
  return async () => {
    isClosed = true;
    await Promise.all(probes.map((probe) => probe.close()));
  };
}
