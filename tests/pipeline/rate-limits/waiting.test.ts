import { afterEach, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });
const GPT = "openai/gpt-4o-mini";

let made: string[] = [];

async function rule(fields: object): Promise<string> {
  const body = { name: `Rule ${crypto.randomUUID()}`, subject: "workspace", ...fields };
  const response = await gateway.call("POST", "/rate-limits", body);
  expect([response.status, response.body.error]).toEqual([201, undefined]);
  made.push(response.body.data.id);
  return response.body.data.id;
}

afterEach(async () => {
  for (const id of made.splice(0)) await gateway.call("DELETE", `/rate-limits/${id}`);
});

const ask = (key: string, text: string, headers: Record<string, string> = {}) =>
  gateway.call("POST", "/chat/completions", saying("chat", GPT, text), { key, headers });

/** The first word of each prompt, in the order in which the upstream received them. */
const order = () =>
  upstream.requests.map(({ body }) => {
    const { messages } = body as { messages: { content: string }[] };
    return messages[0]?.content.split(" ")[0];
  });

test("a request waits for its turn, and its record says how long", async () => {
  await rule({ concurrent_requests: 1, max_wait_seconds: 10 });
  const { key } = await gateway.newKey();
  const running = ask(key, "first fault-slow-headers-600");
  await expect.poll(order).toEqual(["first"]);
  const { status, headers } = await ask(key, "second");
  expect([status, (await running).status]).toEqual([200, 200]);
  const { body } = await gateway.call("GET", `/generation?id=${headers.get("x-generation-id")}`);
  expect(JSON.stringify(body.data)).toMatch(/rate limit: waited \d{2,4} ms/);
});

test("waiting requests go in order of priority, and of arrival within one", async () => {
  await rule({ concurrent_requests: 1, max_wait_seconds: 20 });
  const [normal, high, low] = [await gateway.newKey(), await gateway.newKey(), await gateway.newKey()];
  await rule({ subject: "key", key_hash: high.hash, priority: "high" });
  await rule({ subject: "key", key_hash: low.hash, priority: "low" });
  const calls = [ask(normal.key, "running fault-slow-headers-1000")];
  await expect.poll(order).toEqual(["running"]);
  const arrivals = [
    [low.key, "low-1"],
    [normal.key, "normal-1"],
    [normal.key, "lowered", { "x-priority": "low" }],
    [normal.key, "normal-2", { "x-priority": "high" }],
    [high.key, "high-1"],
  ] as const;
  for (const [index, [key, text, headers]] of arrivals.entries()) {
    calls.push(ask(key, text, headers));
    await expect.poll(waiting).toBe(index + 1);
  }
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(order()).toEqual(["running", "high-1", "normal-1", "normal-2", "low-1", "lowered"]);
});

const waiting = async () => {
  const { body } = await gateway.call("GET", `/rate-limits/${made[0]}/use`);
  return body.waiting_requests;
};

test("a request that waits longer than its rule allows is rejected", async () => {
  await rule({ concurrent_requests: 1, max_wait_seconds: 1 });
  const { key } = await gateway.newKey();
  const running = ask(key, "first fault-slow-headers-2500");
  await expect.poll(order).toEqual(["first"]);
  const { status, headers } = await ask(key, "second");
  expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await running).status).toBe(200);
  expect(order()).toEqual(["first"]);
});

test("a request is rejected at once if another rule that rejects it does not let it wait", async () => {
  await rule({ concurrent_requests: 1, max_wait_seconds: 30 });
  await rule({ concurrent_requests: 1 });
  const { key } = await gateway.newKey();
  const running = ask(key, "first fault-slow-headers-500");
  await expect.poll(order).toEqual(["first"]);
  expect((await ask(key, "second")).status).toBe(429);
  expect((await running).status).toBe(200);
});

test("a limit of requests that frees up too late rejects at once", async () => {
  await rule({ requests_per_day: 1, max_wait_seconds: 60 });
  const { key } = await gateway.newKey();
  expect((await ask(key, "first")).status).toBe(200);
  expect((await ask(key, "second")).status).toBe(429);
});

test("a client that leaves while it waits frees its place and calls no provider", async () => {
  await rule({ concurrent_requests: 1, max_wait_seconds: 30 });
  const { key } = await gateway.newKey();
  const running = ask(key, "first fault-slow-headers-1000");
  await expect.poll(order).toEqual(["first"]);
  const stop = new AbortController();
  const left = fetch(`${gateway.url}/api/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(saying("chat", GPT, "left")),
    signal: stop.signal,
  });
  await expect.poll(waiting).toBe(1);
  stop.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(waiting).toBe(0);
  expect((await running).status).toBe(200);
  expect((await ask(key, "last")).status).toBe(200);
  expect(order()).toEqual(["first", "last"]);
});

test("a changed rule lets waiting requests go", async () => {
  const id = await rule({ concurrent_requests: 1, max_wait_seconds: 30 });
  const { key } = await gateway.newKey();
  const running = ask(key, "first fault-slow-headers-3000");
  await expect.poll(order).toEqual(["first"]);
  const second = ask(key, "second");
  await expect.poll(waiting).toBe(1);
  await gateway.call("DELETE", `/rate-limits/${id}`);
  made = [];
  const named = (name: string, call: Promise<{ status: number }>) => call.then(({ status }) => `${name} ${status}`);
  expect(await Promise.race([named("first", running), named("second", second)])).toBe("second 200");
  await running;
});
