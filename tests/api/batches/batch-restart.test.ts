import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, createBatch, endOf, linesOf } from "./batching.ts";

// On the embedded database, whose only process may take over everything as soon as it starts.

const COUNT = 120;
const CONCURRENCY = 4;

const upstream = sharedUpstream();
let gateway: TestGateway;

const start = (folder?: string) =>
  openPooledGateway({
    upstream,
    providers: ["openai"],
    env: { BATCH_CONCURRENCY: String(CONCURRENCY) },
    ...(folder && { folder }),
  });

beforeAll(async () => {
  gateway = await start();
});
afterAll(() => gateway.stop());

function timesSent(): number[] {
  const sent = upstream.requests.map(({ body }) => JSON.stringify(body));
  return Array.from({ length: COUNT }, (_, index) => sent.filter((text) => text.includes(`line-${index}!`)).length);
}

test.each(["kill", "stop"] as const)("after %s, the next process repeats no request that has a result", async (how) => {
  const { key, hash } = await gateway.newKey();
  const lines = Array.from({ length: COUNT }, (_, index) =>
    chatLine(`line-${index}`, `fault-slow-headers-100 line-${index}!`),
  );
  const { id } = await createBatch(gateway, key, lines);
  await expect
    .poll(async () => (await gateway.call("GET", `/batches/${id}`)).body.request_counts.completed)
    .toBeGreaterThan(5);
  const { folder } = gateway;
  if (how === "kill") await gateway.kill();
  else await gateway.stop({ keepFolder: true });
  gateway = await start(folder);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ status: "completed", request_counts: { total: COUNT, completed: COUNT, failed: 0 } });
  const times = timesSent();
  expect(Math.min(...times)).toBe(1);
  // A process that is told to end lets the requests in progress finish.
  expect(times.filter((sent) => sent > 1).length).toBeLessThanOrEqual(how === "kill" ? CONCURRENCY : 0);
  expect((await linesOf(gateway, batch.output_file_id)).length).toBe(COUNT);
  const { usage } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
  expect(batch.cost).toBeCloseTo(usage, 9);
});
