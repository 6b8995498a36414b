import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, endOf, orderBatch } from "../batching.ts";
import { ledgerOf, requestsTo } from "./native-batching.ts";

const upstream = sharedUpstream();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openPooledGateway({ upstream, providers: ["openai"] });
});
afterAll(() => gateway.stop());

async function limit(hash: string, fields: object): Promise<string> {
  const body = { name: `Rule ${hash.slice(0, 8)}`, subject: "key", key_hash: hash, ...fields };
  const response = await gateway.call("POST", "/rate-limits", body);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.data.id;
}

async function useOf(id: string): Promise<Record<string, number>> {
  const { body } = await gateway.call("GET", `/rate-limits/${id}/use`);
  const uses: { field: string; used: number }[] = body.data[0]?.uses ?? [];
  return Object.fromEntries(uses.map(({ field, used }) => [field, used]));
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    chatLine(`line-${index}`, `hello ${index}`, undefined, { max_tokens: 50 }),
  );

test("a rule limits how many requests are handed over to a provider; the others wait and none fails", async () => {
  const { key, hash } = await gateway.newKey();
  const id = await limit(hash, { requests_per_minute: 2 });
  const batch = await orderBatch(gateway, key, lines(5));
  const atProvider = async () => (await gateway.call("GET", `/batches/${batch.id}`)).body;
  await expect.poll(async () => (await atProvider()).provider_batches[0]?.finished, { timeout: 30_000 }).toBe(2);
  expect(await atProvider()).toMatchObject({
    status: "in_progress",
    request_counts: { total: 5, completed: 2, failed: 0 },
    provider_batches: [{ requests: 2 }],
  });
  expect(await useOf(id)).toEqual({ requests_per_minute: 2 });
  await gateway.call("POST", `/batches/${batch.id}/cancel`, undefined, { key });
  expect(await endOf(gateway, batch.id)).toMatchObject({ status: "cancelled", request_counts: { completed: 2 } });
});

test("its tokens count toward a rule's day once the results are there, and it is not in progress meanwhile", async () => {
  const { key, hash } = await gateway.newKey();
  const limits = { output_tokens_per_day: 60, output_tokens_per_minute: 1_000, concurrent_requests: 1 };
  const id = await limit(hash, limits);
  const line = chatLine("line", "fault-batch-slow-2000", undefined, { max_tokens: 50 });
  const batch = await orderBatch(gateway, key, [line]);
  await expect.poll(() => requestsTo(upstream, "openai"), { timeout: 20_000 }).toContain("POST /batches");
  expect(await useOf(id)).toEqual({ output_tokens_per_day: 0, output_tokens_per_minute: 0, concurrent_requests: 0 });
  expect((await endOf(gateway, batch.id)).request_counts.completed).toBe(1);
  const [row] = await ledgerOf(gateway, batch.id);
  const used = row?.usage_units.output_tokens;
  expect(used).toBeGreaterThan(0);
  expect(await useOf(id)).toEqual({
    output_tokens_per_day: used,
    output_tokens_per_minute: 0,
    concurrent_requests: 0,
  });
});
