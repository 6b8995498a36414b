import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Event, until } from "#tests/pipeline/calling.ts";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { type S3Server, startS3 } from "#tests/support/servers/s3-server.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

const VEO = "google/veo-3.1-generate-preview";
const COST = 3.2;

let postgres: PostgresServer;
let s3: S3Server;
let upstream: Upstream;
const gateways: TestGateway[] = [];

beforeAll(async () => {
  [postgres, s3, upstream] = await Promise.all([startPostgres(), startS3(), startUpstream()]);
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await Promise.all([postgres?.close(), s3?.close(), upstream?.close()]);
});

/** Another process of the installation. */
async function start(): Promise<TestGateway> {
  const env = {
    DATABASE_URL: postgres.url,
    SWITCHBOARD_SECRET: "of-an-installation-with-two-processes",
    VIDEO_POLL_MS: "100",
    ...s3.env,
  };
  const gateway = await openPooledGateway({ upstream, providers: ["google"], env });
  gateways.push(gateway);
  return gateway;
}

const isDownload = ({ path }: { path: string }) => path.endsWith(":download");
const isStart = ({ path }: { path: string }) => path.endsWith(":predictLongRunning");

/** Lets half a minute pass since a process's last heartbeat, after which it counts as dead. */
async function takeForDead(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("update video_job set held_until = held_until - interval '30 s' where held_until is not null");
  await client.end();
}

async function over(gateway: TestGateway, id: string): Promise<Event> {
  for (const endsAt = Date.now() + 90_000; Date.now() < endsAt; ) {
    const { body } = await gateway.call("GET", `/videos/${id}`);
    if (!["pending", "in_progress"].includes(body.status)) return body;
    await new Promise((done) => setTimeout(done, 250));
  }
  throw new Error(`${id} is not over: ${gateway.output()}`);
}

test("a killed process's videos are completed by another one, at any stage, and charged once", async () => {
  const first = await start();
  const { key, hash } = await first.newKey({ limit: 10 });
  const begin = () => first.call("POST", "/videos", { model: VEO, prompt: "Snow" }, { key });

  // The provider has created it, and its response is on its way here.
  upstream.script({ match: isDownload, times: 1, fault: { stallAfterEvents: 1 } });
  const fetched = (await begin()).body;
  await until(() => upstream.requests.find(isDownload), "the download");
  const second = await start();

  // The provider has accepted it.
  const taken = (await begin()).body;
  // The provider has received the request but not responded completely, so nobody knows its job.
  upstream.script({ match: isStart, times: 1, fault: { headersDelayMs: 60_000 } });
  const asked = begin().catch(() => undefined);
  await until(() => upstream.requests.filter(isStart)[2], "the third start");
  await first.kill();
  await asked;
  await takeForDead();

  const { body: listed } = await second.call("GET", "/videos");
  expect(listed.total_count).toBe(3);
  const [lost] = listed.data.filter(({ id }: Event) => ![fetched.id, taken.id].includes(id));
  const jobs = await Promise.all([fetched, taken, lost].map(({ id }) => over(second, id)));
  expect(jobs).toMatchObject([
    { status: "completed", usage: { cost: COST } },
    { status: "completed", usage: { cost: COST } },
    { status: "failed", usage: { cost: COST }, error: expect.stringContaining("process ended") },
  ]);
  for (const { id } of [fetched, taken]) {
    const content = await second.call("GET", `/videos/${id}/content`, undefined, { headers: { range: "bytes=4-7" } });
    expect([content.status, content.body]).toEqual([206, "ftyp"]);
  }

  const { body: generations } = await second.call("GET", "/generations?limit=10");
  expect(generations.data.map(({ id }: Event) => id).toSorted()).toEqual(
    jobs.map((job) => job.generation_id).toSorted(),
  );
  expect((await second.call("GET", `/keys/${hash}`)).body.data.usage).toBeCloseTo(3 * COST, 9);
  // Their reservations are released, so the remaining budget is what the limit leaves.
  const { body: own } = await second.call("GET", "/key", undefined, { key });
  expect(own.data.limit_remaining).toBeCloseTo(10 - 3 * COST, 9);
});
