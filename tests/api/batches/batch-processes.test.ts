import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Event } from "#tests/pipeline/calling.ts";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { type S3Server, startS3 } from "#tests/support/servers/s3-server.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";
import { chatLine, createBatch, endOf, linesOf, orderBatch } from "./batching.ts";

let postgres: PostgresServer;
let s3: S3Server;
let upstream: Upstream;
const gateways: TestGateway[] = [];

const CONCURRENCY = 4;

beforeAll(async () => {
  [postgres, s3, upstream] = await Promise.all([startPostgres(), startS3(), startUpstream()]);
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await Promise.all([postgres?.close(), s3?.close(), upstream?.close()]);
});

/** Another process of the installation. */
async function start(folder?: string): Promise<TestGateway> {
  const env = {
    DATABASE_URL: postgres.url,
    SWITCHBOARD_SECRET: "of-an-installation-with-two-processes",
    BATCH_CONCURRENCY: String(CONCURRENCY),
    ...s3.env,
  };
  const gateway = await openPooledGateway({ upstream, providers: ["openai"], env, ...(folder && { folder }) });
  gateways.push(gateway);
  return gateway;
}

async function query(statement: string, values: unknown[] = []): Promise<Event[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query(statement, values);
  await client.end();
  return rows;
}

const textOf = ({ body }: { body: unknown }) => JSON.stringify(body);
const lines = (name: string, count: number, delayMs = 100) =>
  Array.from({ length: count }, (_, index) =>
    chatLine(`${name}-${index}`, `fault-slow-headers-${delayMs} ${name}-${index}!`),
  );

/** How often each line was sent to the provider. */
function timesSent(name: string, count: number): number[] {
  const sent = upstream.requests.map(textOf);
  return Array.from({ length: count }, (_, index) => sent.filter((text) => text.includes(`${name}-${index}!`)).length);
}

test("two processes share a batch, and no request runs twice", async () => {
  const [first] = [await start(), await start()];
  const { key } = await first.newKey();
  const { id } = await createBatch(first, key, lines("shared", 16, 1_500));
  const holders = new Set<string>();
  for (;;) {
    for (const { held_by } of await query("select held_by from batch_line where status = 'running'"))
      holders.add(held_by);
    const { body } = await first.call("GET", `/batches/${id}`);
    if (body.status === "completed") break;
  }
  expect(holders.size).toBe(2);
  expect(timesSent("shared", 16)).toEqual(Array(16).fill(1));
  const batch = await endOf(first, id);
  expect((await linesOf(first, batch.output_file_id)).map(({ custom_id }) => custom_id)).toEqual(
    lines("shared", 16, 1_500).map(({ custom_id }) => custom_id),
  );
});

test("after kill -9, another process finishes the batch; only requests in progress are sent again", async () => {
  for (const gateway of gateways.splice(0)) await gateway.stop();
  const first = await start();
  const { key, hash } = await first.newKey();
  const { id } = await createBatch(first, key, lines("killed", 120));
  await expect
    .poll(async () => (await first.call("GET", `/batches/${id}`)).body.request_counts.completed)
    .toBeGreaterThan(5);
  await first.kill();
  // Its data folder is the next process's.
  gateways.length = 0;
  const done = await query("select line from batch_line where batch_id = $1 and status = 'succeeded'", [id]);
  expect(done.length).toBeGreaterThan(5);
  // Half a minute passes since its last sign of life.
  await query("update batch_line set held_until = now() - interval '1 s' where status = 'running'");
  // On its data folder, which has the journal of its last requests.
  const second = await start(first.folder);
  const batch = await endOf(second, id);
  expect(batch).toMatchObject({ status: "completed", request_counts: { total: 120, completed: 120, failed: 0 } });
  const times = timesSent("killed", 120);
  expect(done.every(({ line }) => times[line - 1] === 1)).toBe(true);
  const repeated = times.filter((sent) => sent > 1).length;
  expect(repeated).toBeLessThanOrEqual(CONCURRENCY);
  expect((await linesOf(second, batch.output_file_id)).length).toBe(120);
  // Everything charged is in the cost of the batch.
  const usage = (await second.call("GET", `/keys/${hash}`)).body.data.usage;
  expect(batch.cost).toBeCloseTo(usage, 9);
});

test("a request whose process dies again and again ends with an error", async () => {
  const [gateway] = gateways.slice(-1) as [TestGateway];
  const { key } = await gateway.newKey();
  const { id } = await createBatch(gateway, key, [chatLine("fatal", "fault-slow-headers-60000")]);
  await expect.poll(() => upstream.requests.some((request) => textOf(request).includes("60000"))).toBe(true);
  await query(
    "update batch_line set starts = 3, held_by = null, held_until = now() - interval '1 s' where batch_id = $1",
    [id],
  );
  // Another batch wakes the job.
  await createBatch(gateway, key, [chatLine("next", "hello", "local/echo")]);
  const batch = await endOf(gateway, id);
  expect(batch.request_counts).toEqual({ total: 1, completed: 0, failed: 1 });
  const [failure] = await linesOf(gateway, batch.error_file_id);
  expect(failure.error.message).toContain("process ended");
});

test("a batch expires with the results it has", async () => {
  const [gateway] = gateways.slice(-1) as [TestGateway];
  const { key } = await gateway.newKey();
  const { id } = await createBatch(gateway, key, lines("late", 200));
  await expect
    .poll(async () => (await gateway.call("GET", `/batches/${id}`)).body.request_counts.completed)
    .toBeGreaterThan(0);
  await query("update batch set expires_at = now() where id = $1", [id]);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ status: "expired", expired_at: expect.any(Number) });
  const { completed, failed } = batch.request_counts;
  expect([completed > 0, failed]).toEqual([true, 0]);
  const unsent = await linesOf(gateway, batch.error_file_id);
  expect(unsent.length).toBe(200 - completed);
  expect(unsent[0]).toMatchObject({ response: null, error: { code: "batch_expired" } });
});

test("results are removed after their retention, and the batch stays with its counts", async () => {
  const [gateway] = gateways.slice(-1) as [TestGateway];
  const { key } = await gateway.newKey();
  const { id } = await createBatch(gateway, key, [chatLine("old", "hello"), chatLine("bad", "x", "nobody/knows-it")]);
  const { output_file_id, error_file_id } = await endOf(gateway, id);
  const params = { model: "local/echo", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };
  const requests = [{ custom_id: "old", params }];
  const { id: messageBatch } = (await gateway.call("POST", "/messages/batches", { requests }, { key })).body;
  await endOf(gateway, messageBatch);
  const recordOf = async () => (await gateway.call("GET", `/messages/batches/${messageBatch}`)).body;
  expect(await recordOf()).toMatchObject({ archived_at: null, results_url: expect.any(String) });
  await query("update batch set created_at = now() - interval '31 days' where id = any($1)", [[id, messageBatch]]);
  const next = await start();
  await expect.poll(async () => (await next.call("GET", `/batches/${id}`)).body.output_file_id).toBe(null);
  for (const file of [output_file_id, error_file_id])
    expect((await next.call("GET", `/files/${file}`)).status).toBe(404);
  await expect.poll(recordOf).toMatchObject({ archived_at: expect.any(String), results_url: null });
  const { body } = await next.call("GET", `/batches/${id}`);
  expect(body).toMatchObject({ status: "completed", error_file_id: null, request_counts: { total: 2, completed: 1 } });
});

test("results are removed as early as their creator asked", async () => {
  const [gateway] = gateways.slice(-1) as [TestGateway];
  const { key } = await gateway.newKey();
  const more = { output_expires_after: { anchor: "created_at", seconds: 3_600 }, provider: { batch: "gateway" } };
  const early = await orderBatch(gateway, key, [chatLine("a", "hello", "local/echo")], more);
  const usual = await createBatch(gateway, key, [chatLine("a", "hello", "local/echo")]);
  const ids = [early.id, usual.id];
  const { output_file_id } = await endOf(gateway, early.id);
  await endOf(gateway, usual.id);
  const fileIn = async (at: TestGateway, id: string) => (await at.call("GET", `/batches/${id}`)).body.output_file_id;
  await query("update batch set completed_at = now() - interval '61 minutes' where id = any($1)", [ids]);
  const next = await start();
  await expect.poll(() => fileIn(next, early.id)).toBe(null);
  expect((await next.call("GET", `/files/${output_file_id}`)).status).toBe(404);
  expect(await fileIn(next, usual.id)).toEqual(expect.any(String));
});

test.each([{ anchor: "created_at", seconds: 60 }, { anchor: "now", seconds: 3_600 }, { seconds: 3_600 }, 3_600])(
  "output_expires_after: %j is rejected",
  async (wrong) => {
    const [gateway] = gateways.slice(-1) as [TestGateway];
    const { key } = await gateway.newKey();
    const ordered = orderBatch(gateway, key, [chatLine("a", "hello")], { output_expires_after: wrong });
    await expect(ordered).rejects.toThrow("output_expires_after");
  },
);
