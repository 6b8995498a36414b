import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSharedStore, type SharedStore } from "#server/auth/shared-store.ts";
import { createLog } from "#server/log.ts";
import { type RedisServer, startRedis } from "#tests/support/servers/redis-server.ts";

const TIMEOUT_MS = 100;

let redis: RedisServer;
let store: SharedStore;

beforeAll(async () => {
  redis = await startRedis();
  store = openSharedStore({ kind: "server", url: redis.url }, TIMEOUT_MS, createLog("silent"));
  await once(store.redis, "ready");
});
afterAll(async () => {
  store.close();
  await redis.stop();
});

/** Runs no event of this process, as a collection of the whole heap or a busy machine does. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test("a process that pauses for longer than the timeout reads the reply that came meanwhile", async () => {
  const reply = store.redis.ping();
  await nextTurn();
  pause(5 * TIMEOUT_MS);
  expect(await reply).toBe("PONG");
});

test("a Redis that does not respond fails a command at the timeout", async () => {
  redis.freeze();
  await expect(store.redis.ping()).rejects.toThrow("Redis did not reply in time");
  await expect.poll(() => store.downSinceMs()).toBeTypeOf("number");
  redis.thaw();
  await expect.poll(() => store.downSinceMs()).toBeUndefined();
});
