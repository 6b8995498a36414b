import { afterEach, beforeEach, expect, test } from "vitest";
import { type Event, until } from "#tests/pipeline/calling.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

const VEO = "google/veo-3.1-generate-preview";
const COST = 3.2;

let upstream: Upstream;
let gateway: TestGateway;

const start = (folder?: string) =>
  openPooledGateway({ upstream, providers: ["google"], env: { VIDEO_POLL_MS: "100" }, ...(folder && { folder }) });

beforeEach(async () => {
  upstream = await startUpstream();
  gateway = await start();
});
afterEach(async () => {
  await gateway.stop();
  await upstream.close();
});

/** Kills the process and starts another one on the same data. */
async function restart(): Promise<void> {
  const { folder } = gateway;
  await gateway.kill();
  gateway = await start(folder);
}

async function jobs(): Promise<Event[]> {
  return (await gateway.call("GET", "/videos")).body.data;
}

/** The only job once it has ended, with its ledger row and the total spending. */
async function theEnd() {
  const job = await until(async () => {
    const [one] = await jobs();
    await new Promise((done) => setTimeout(done, 50));
    return ["pending", "in_progress"].includes(one.status) ? undefined : one;
  }, "the end of the job");
  const { body } = await gateway.call("GET", `/generation?id=${job.generation_id}`);
  const { body: listed } = await gateway.call("GET", "/generations?limit=10");
  const calls = listed.data.filter(({ rejection }: Event) => rejection === null).length;
  return { job, record: body.data, calls };
}

const spent = async (hash: string) => (await gateway.call("GET", `/keys/${hash}`)).body.data.usage;

test("a video that was started is completed by the next process and charged once", async () => {
  const { key, hash } = await gateway.newKey({ limit: 5 });
  const { body } = await gateway.call("POST", "/videos", { model: VEO, prompt: "Snow" }, { key });
  await restart();
  // Its reservation is still held.
  expect((await gateway.call("POST", "/videos", { model: VEO, prompt: "Snow" }, { key })).status).toBe(402);
  const { job, record, calls } = await theEnd();
  expect(job).toMatchObject({ id: body.id, status: "completed", usage: { cost: COST } });
  expect(record).toMatchObject({ total_cost: COST, usage_estimated: false });
  expect(calls).toBe(1);
  expect(await spent(hash)).toBe(COST);
  // Its reservation is released: the limit's remaining budget matches its usage.
  const { body: own } = await gateway.call("GET", "/key", undefined, { key });
  expect(own.data.limit_remaining).toBeCloseTo(5 - COST, 9);
  const small = { model: VEO, prompt: "Snow", duration: 4 };
  expect((await gateway.call("POST", "/videos", small, { key })).status).toBe(200);
});

test("a video whose process is killed during the download is charged once by the next process", async () => {
  const { key, hash } = await gateway.newKey();
  const isDownload = ({ path }: { path: string }) => path.endsWith(":download");
  upstream.script({ match: isDownload, times: 1, fault: { stallAfterEvents: 1 } });
  await gateway.call("POST", "/videos", { model: VEO, prompt: "Snow" }, { key });
  await until(() => upstream.requests.find(isDownload), "the download");
  expect(await spent(hash)).toBe(0);
  await restart();
  const { job, calls } = await theEnd();
  expect(job).toMatchObject({ status: "completed", usage: { cost: COST } });
  expect(calls).toBe(1);
  expect(await spent(hash)).toBe(COST);
  const bytes = await (await fetch(job.unsigned_urls[0].replace(/^http:\/\/[^/]+/, gateway.url))).arrayBuffer();
  expect(bytes.byteLength).toBeGreaterThan(4096);
});

test("a process killed before storing the provider's response leaves a failed job and an estimated charge", async () => {
  const { key, hash } = await gateway.newKey();
  upstream.script({ times: 1, fault: { headersDelayMs: 60_000 } });
  const call = gateway.call("POST", "/videos", { model: VEO, prompt: "Snow" }, { key }).catch(() => undefined);
  await until(() => upstream.requests[0], "the call");
  await restart();
  await call;
  const { job, record, calls } = await theEnd();
  expect(job).toMatchObject({
    status: "failed",
    error: expect.stringContaining("process ended"),
    usage: { cost: COST },
  });
  expect(record).toMatchObject({ usage_estimated: true, total_cost: COST });
  expect(calls).toBe(1);
  expect(await spent(hash)).toBe(COST);
});

test("a caller who disconnects before the response can find the video in the list", async () => {
  upstream.script({ times: 1, fault: { headersDelayMs: 500 } });
  const leaving = new AbortController();
  const call = fetch(`${gateway.url}/api/v1/videos`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.managementKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: VEO, prompt: "Snow" }),
    signal: leaving.signal,
  });
  await until(() => upstream.requests[0], "the call");
  leaving.abort();
  await expect(call).rejects.toThrow();
  expect((await theEnd()).job).toMatchObject({ status: "completed", usage: { cost: COST } });
});
