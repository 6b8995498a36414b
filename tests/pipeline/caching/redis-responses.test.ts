import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { redisResponses } from "#server/pipeline/caching/redis-responses.ts";
import { type RedisServer, startRedis } from "#tests/support/servers/redis-server.ts";

const MAX_BYTES = 16 * 1024;

let server: RedisServer;
let clients: Redis[];
beforeAll(async () => {
  server = await startRedis();
  clients = [new Redis(server.url), new Redis(server.url)];
});
afterAll(async () => {
  for (const client of clients ?? []) client.disconnect();
  await server?.stop();
});
beforeEach(async () => void (await clients[0]?.flushall()));

const client = () => clients[0] as Redis;
const stores = () => clients.map((one) => redisResponses(one, () => false, MAX_BYTES));
const found = async (names: string[]) => {
  const texts = await Promise.all(names.map((name) => stores()[0]?.get(name)));
  return names.filter((_, index) => typeof texts[index] === "string");
};
/** Bytes of the texts that Redis holds. */
async function heldBytes(): Promise<number> {
  const keys = (await client().keys("{responses}:*")).filter((key) => !/:(ends|uses|sizes)$/.test(key));
  const sizes = await Promise.all(keys.map((key) => client().strlen(key)));
  return sizes.reduce((sum, size) => sum + size, 0);
}
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

test("Redis holds no more than the limit, whichever process writes", async () => {
  const [one, other] = stores();
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => (index % 2 ? one : other)?.put(`r${index}`, "x".repeat(1000), 60)),
  );
  const held = await heldBytes();
  expect(held).toBeGreaterThan(MAX_BYTES / 2);
  expect(held).toBeLessThanOrEqual(MAX_BYTES);
});

test("the least recently used response goes first, and one above the limit is not kept", async () => {
  const [store] = stores();
  for (const name of ["a", "b", "c"]) {
    await store?.put(name, "x".repeat(4500), 60);
    await pause(5);
  }
  await store?.get("a");
  await pause(5);
  await store?.put("d", "x".repeat(4500), 60);
  await store?.put("e", "x".repeat(MAX_BYTES), 60);
  expect(await found(["a", "b", "c", "d", "e"])).toEqual(["a", "c", "d"]);
});

test("a response that is replaced counts once, and an expired one not at all", async () => {
  const [store] = stores();
  for (let times = 0; times < 10; times++) await store?.put("a", "x".repeat(4500), 60);
  await store?.put("short", "x".repeat(8000), 1);
  expect(await found(["a", "short"])).toEqual(["a", "short"]);
  await pause(1100);
  await store?.put("b", "x".repeat(8000), 60);
  expect(await found(["a", "short", "b"])).toEqual(["a", "b"]);
  expect(Number(await client().hget("{responses}:sizes", "total"))).toBe(4500 + 8000 + 2 * 512);
});

test("an index that Redis has evicted is started again", async () => {
  const [store] = stores();
  await store?.put("a", "x".repeat(8000), 60);
  await client().del("{responses}:uses", "{responses}:ends");
  for (const name of ["b", "c", "d"]) await store?.put(name, "x".repeat(8000), 60);
  expect(Number(await client().hget("{responses}:sizes", "total"))).toBeLessThanOrEqual(MAX_BYTES);
  expect(await found(["d"])).toEqual(["d"]);
});
