import { afterAll, beforeAll, expect, test } from "vitest";
import { MIN_FOR_PERCENTILES } from "#server/catalogue/health.ts";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

const MODEL = "openai/gpt-4o-mini";

let postgres: PostgresServer;
let upstream: Upstream;
const gateways: TestGateway[] = [];

beforeAll(async () => {
  [postgres, upstream] = await Promise.all([startPostgres(), startUpstream()]);
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await Promise.all([postgres?.close(), upstream?.close()]);
});

async function start(options: { folder?: string; url?: string } = {}): Promise<TestGateway> {
  const env = {
    SWITCHBOARD_SECRET: "of-an-installation-with-two-processes",
    ...(options.url && { DATABASE_URL: options.url }),
  };
  const folder = options.folder && { folder: options.folder };
  return openPooledGateway({ upstream, providers: ["openai"], env, ...folder });
}

async function callOften(gateway: TestGateway): Promise<void> {
  for (let index = 0; index < MIN_FOR_PERCENTILES; index++) {
    const body = { model: MODEL, messages: [{ role: "user", content: "Hello" }] };
    expect((await gateway.call("POST", "/chat/completions", body)).status).toBe(200);
  }
}

/** Returns what callers see of the model's endpoint. */
async function statisticsOf(gateway: TestGateway) {
  const { body } = await gateway.call("GET", `/models/${MODEL}/endpoints`);
  const endpoint = body.data.endpoints.find(({ tag }: { tag: string }) => tag === "openai");
  const { latency_last_30m, uptime_last_5m } = endpoint;
  return { latency_last_30m, uptime_last_5m };
}

const KNOWN = { latency_last_30m: { p50: expect.any(Number) }, uptime_last_5m: 100 };

test("a process shows endpoint statistics of another process's calls", async () => {
  const first = await start({ url: postgres.url });
  const second = await start({ url: postgres.url });
  gateways.push(first, second);
  expect(await statisticsOf(second)).toEqual({ latency_last_30m: null, uptime_last_5m: null });
  await callOften(first);
  await expect.poll(() => statisticsOf(second)).toMatchObject(KNOWN);
});

test("endpoint statistics survive a restart on the embedded database", async () => {
  const first = await start();
  await callOften(first);
  const before = await statisticsOf(first);
  expect(before).toMatchObject(KNOWN);
  await first.stop({ keepFolder: true });
  const second = await start({ folder: first.folder });
  gateways.push(second);
  await expect.poll(() => statisticsOf(second)).toEqual(before);
});
