import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { type S3Server, startS3 } from "#tests/support/servers/s3-server.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, endOf, linesOf, orderBatch } from "../batching.ts";
import { expectBatchCost, ledgerOf, requestsTo } from "./native-batching.ts";

const upstream = sharedUpstream();
let postgres: PostgresServer;
let s3: S3Server;
const gateways: TestGateway[] = [];

beforeAll(async () => {
  [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
});
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.stop();
});
afterAll(() => Promise.all([postgres?.close(), s3?.close()]));

async function start(options: { folder?: string; isShared?: boolean } = {}): Promise<TestGateway> {
  const { folder, isShared = false } = options;
  const secret = "of-an-installation-with-two-processes";
  const env = isShared ? { DATABASE_URL: postgres.url, SWITCHBOARD_SECRET: secret, ...s3.env } : {};
  const providers = ["openai", "anthropic"];
  const gateway = await startGateway({ upstream, providers, env, ...(folder && { folder }) });
  gateways.push(gateway);
  return gateway;
}

const COUNT = 40;
const lines = (prompt = "hello") =>
  Array.from({ length: COUNT }, (_, index) => chatLine(`line-${index}`, `${prompt} ${index}!`));
const created = (provider: string, path: string) =>
  requestsTo(upstream, provider).filter((request) => request === `POST ${path}`).length;

/** Kills a gateway and starts the next one on its folder. */
async function restart(gateway: TestGateway): Promise<TestGateway> {
  gateways.splice(gateways.indexOf(gateway), 1);
  await gateway.kill();
  return start({ folder: gateway.folder });
}

async function expectCharged(gateway: TestGateway, id: string, hash: string): Promise<void> {
  const batch = await endOf(gateway, id);
  expect(batch.request_counts).toEqual({ total: COUNT, completed: COUNT, failed: 0 });
  expect((await linesOf(gateway, batch.output_file_id)).length).toBe(COUNT);
  const rows = await ledgerOf(gateway, id);
  expect(rows.length).toBe(COUNT);
  const nanoUsd = rows.reduce((sum, row) => sum + expectBatchCost(row), 0);
  expect(Math.round(batch.cost * 1e9)).toBe(nanoUsd);
  const { usage } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
  expect(Math.round(usage * 1e9)).toBe(nanoUsd);
}

test("after kill -9 between OpenAI's acceptance and its record, the batch is found again and sent once", async () => {
  const first = await start();
  const { key, hash } = await first.newKey({ limit: 10 });
  const isCreate = ({ method, path }: { method: string; path: string }) =>
    method === "POST" && path.endsWith("/batches");
  upstream.script({ match: isCreate, fault: { headersDelayMs: 30_000 } });
  const { id } = await orderBatch(first, key, lines());
  await expect.poll(() => created("openai", "/batches"), { timeout: 20_000 }).toBe(1);
  const second = await restart(first);
  await expectCharged(second, id, hash);
  expect([created("openai", "/batches"), created("openai", "/files")]).toEqual([1, 1]);
});

test("after kill -9 between the upload and the batch, the first file is removed", async () => {
  const first = await start();
  const { key, hash } = await first.newKey();
  const isUpload = ({ method, path }: { method: string; path: string }) => method === "POST" && path.endsWith("/files");
  upstream.script({ match: isUpload, times: 1, fault: { headersDelayMs: 30_000 } });
  const { id } = await orderBatch(first, key, lines());
  await expect.poll(() => created("openai", "/files"), { timeout: 20_000 }).toBe(1);
  const second = await restart(first);
  await expectCharged(second, id, hash);
  expect([created("openai", "/batches"), created("openai", "/files")]).toEqual([1, 2]);
  const removed = () => requestsTo(upstream, "openai").filter((request) => request.startsWith("DELETE /files/"));
  // The first input, the second, and the results.
  await expect.poll(() => removed().length).toBe(3);
});

test("after kill -9 at Anthropic, whose batches have no names, another batch of the same size is not taken", async () => {
  const first = await start();
  const { key } = await first.newKey();
  const message = (custom_id: string) => ({
    custom_id,
    params: { model: "anthropic/claude-haiku-4.5", max_tokens: 9, messages: [{ role: "user", content: custom_id }] },
  });
  const isCreate = ({ method, path }: { method: string; path: string }) =>
    method === "POST" && path.endsWith("/messages/batches");
  const url = `${upstream.url}/anthropic/v1/messages/batches`;
  const headers = {
    "x-api-key": "of-another-program",
    "anthropic-version": "2023-06-01",
    "content-type": "application/json",
  };
  const send = () =>
    fetch(url, { method: "POST", headers, body: JSON.stringify({ requests: [message("a"), message("b")] }) });
  await send();
  upstream.script({ match: isCreate, times: 1, fault: { headersDelayMs: 30_000 } });
  const requests = [message("one"), message("two")];
  const { id } = (await first.call("POST", "/messages/batches", { requests }, { key })).body;
  await expect.poll(() => created("anthropic", "/messages/batches"), { timeout: 20_000 }).toBe(2);
  const second = await restart(first);
  const batch = await endOf(second, id);
  expect(batch.request_counts).toEqual({ total: 2, completed: 2, failed: 0 });
  for (const row of await ledgerOf(second, id)) expectBatchCost(row);
  // The other program's, and ours.
  expect(created("anthropic", "/messages/batches")).toBe(2);
  const touched = requestsTo(upstream, "anthropic").filter((request) => /^(DELETE|POST .*cancel)/.test(request));
  await expect.poll(() => touched.length).toBeLessThanOrEqual(1);
});

test("after kill -9 while results are read, each request is charged once", async () => {
  const first = await start();
  const { key, hash } = await first.newKey({ limit: 10 });
  const { id } = await orderBatch(first, key, lines());
  await expect
    .poll(async () => (await first.call("GET", `/batches/${id}`)).body.request_counts.completed, { interval: 2 })
    .toBeGreaterThan(0);
  const second = await restart(first);
  await expectCharged(second, id, hash);
  expect(created("openai", "/batches")).toBe(1);
});

test("two processes send a batch once and charge each request once", async () => {
  const [first, second] = [await start({ isShared: true }), await start({ isShared: true })];
  const { key, hash } = await first.newKey({ limit: 10 });
  const { id } = await orderBatch(first, key, lines("fault-batch-slow-1500"));
  await expectCharged(second as TestGateway, id, hash);
  // Each process may have collected requests several times.
  const uploads = upstream.requests.filter(({ method, path }) => method === "POST" && path === "/openai/v1/files");
  expect(uploads).toHaveLength(created("openai", "/batches"));
  const sent = uploads.flatMap(({ raw }) => raw.toString().match(/slow-1500 \d+!/g) ?? []);
  expect(sent.sort()).toEqual(Array.from({ length: COUNT }, (_, index) => `slow-1500 ${index}!`).sort());
});

test("a batch that expires is cancelled at the provider, with the results it has", async () => {
  const gateway = await start({ isShared: true });
  const { key } = await gateway.newKey();
  const late = chatLine("late", "fault-batch-slow-60000");
  const { id } = await orderBatch(gateway, key, [chatLine("done", "hello"), late]);
  await expect.poll(() => created("openai", "/batches"), { timeout: 20_000 }).toBe(1);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("update batch set expires_at = now() where id = $1", [id]);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ status: "expired", request_counts: { total: 2, completed: 1, failed: 0 } });
  expect((await linesOf(gateway, batch.error_file_id))[0]).toMatchObject({
    custom_id: "late",
    error: { code: "batch_expired" },
  });
  // Nothing stays reserved.
  const { rows } = await client.query("select 1 from lease join provider_batch on lease_id = process_id");
  expect(rows).toEqual([]);
  await client.end();
});

test("while the provider does not respond, its batch is waited for", async () => {
  const gateway = await start();
  const { key, hash } = await gateway.newKey();
  const isCheck = ({ method, path }: { method: string; path: string }) =>
    method === "GET" && /\/batches\/[^/]+$/.test(path);
  upstream.script({ match: isCheck, times: 2, fault: { status: 503 } });
  upstream.script({ match: isCheck, times: 1, fault: { resetBeforeHeaders: true } });
  const { id } = await orderBatch(gateway, key, lines());
  await expectCharged(gateway, id, hash);
});
