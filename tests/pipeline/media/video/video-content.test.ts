import { beforeAll, expect, test } from "vitest";
import { type Event, until } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

let job: Event;
let whole: Buffer;

const gateway = sharedGateway({ env: { VIDEO_POLL_MS: "100" } });

beforeAll(async () => {
  const body = { model: "local/animatic", prompt: "A red fox", duration: 1 };
  const begun = await gateway.call("POST", "/videos", body);
  job = await until(async () => {
    const { body } = await gateway.call("GET", `/videos/${begun.body.id}`);
    return body.status === "completed" ? body : undefined;
  }, "the video");
  whole = Buffer.from(await (await fetch(job.unsigned_urls[0])).arrayBuffer());
});

const signed = () => job.unsigned_urls[0] as string;
const keyed = () => `${gateway.url}/api/v1/videos/${job.id}/content`;

/** By a signed address, and by a key. */
const ways = [
  ["a signed address", () => [signed(), {}]],
  ["a key", () => [keyed(), { authorization: `Bearer ${gateway.managementKey}` }]],
] as [string, () => [string, Record<string, string>]][];

async function ask(way: () => [string, Record<string, string>], headers: Record<string, string> = {}, method = "GET") {
  const [url, credentials] = way();
  const response = await fetch(url, { method, headers: { ...credentials, ...headers } });
  return { answer: response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("a video is visible to its workspace, and for one hour to anyone with a signed URL", async () => {
  const path = `/videos/${job.id}/content`;
  const status = async (query: string, key?: string | null) =>
    (await gateway.call("GET", path + query, undefined, key === undefined ? {} : { key })).status;
  expect(await status("")).toBe(200);
  expect(await status("?index=1")).toBe(404);
  expect(await status("?index=-1")).toBe(400);
  expect(await status("", null)).toBe(401);
  const signed = new URL(job.unsigned_urls[0]);
  expect(await status(signed.search, null)).toBe(200);
  signed.searchParams.set("expires", String(Number(signed.searchParams.get("expires")) + 1));
  expect(await status(signed.search, null)).toBe(403);
  const another = new URL(job.unsigned_urls[0]);
  another.searchParams.set("index", "1");
  expect(await status(another.search, null)).toBe(403);
  const other = await gateway.call("POST", "/workspaces", { name: "Other", slug: `other-${Date.now()}` });
  const { key } = await gateway.newKey({ workspace_id: other.body.data.id });
  expect(await status("", key)).toBe(404);
  expect((await gateway.call("GET", `/videos/${job.id}`, undefined, { key })).status).toBe(404);
  expect((await gateway.call("GET", "/videos", undefined, { key })).body).toEqual({ data: [], total_count: 0 });
  const listed = await gateway.call("GET", "/videos?limit=1");
  expect(listed.body.data[0]).toMatchObject({ id: job.id, model: "local/animatic", duration: 1, resolution: "360p" });
});

test.each(ways)("%s gets a range of a video", async (_, way) => {
  const first = await ask(way, { range: "bytes=0-1" });
  expect(first.answer.status).toBe(206);
  expect(Object.fromEntries(first.answer.headers)).toMatchObject({
    "content-type": "video/mp4",
    "content-length": "2",
    "content-range": `bytes 0-1/${whole.length}`,
    "accept-ranges": "bytes",
  });
  expect(first.bytes).toEqual(whole.subarray(0, 2));
  const middle = await ask(way, { range: "bytes=1000-1999" });
  expect(middle.bytes).toEqual(whole.subarray(1000, 2000));
  const rest = await ask(way, { range: `bytes=${whole.length - 10}-` });
  expect([rest.answer.status, rest.bytes]).toEqual([206, whole.subarray(-10)]);
});

test.each(ways)("%s with a range beyond the end gets a 416 with the video's length", async (_, way) => {
  const { answer, bytes } = await ask(way, { range: `bytes=${whole.length}-` });
  expect([answer.status, answer.headers.get("content-range")]).toEqual([416, `bytes */${whole.length}`]);
  expect(JSON.parse(bytes.toString())).toMatchObject({ type: "error", error: { code: 416 } });
});

test.each(ways)("%s gets the whole video for no range or several", async (_, way) => {
  for (const range of [undefined, "bytes=0-1,4-5", "lines=1-2"]) {
    const { answer, bytes } = await ask(way, range ? { range } : {});
    expect([answer.status, answer.headers.get("accept-ranges")]).toEqual([200, "bytes"]);
    expect(bytes.equals(whole)).toBe(true);
  }
});

test.each(ways)("%s gets the length with HEAD, without a body", async (_, way) => {
  const { answer, bytes } = await ask(way, { range: "bytes=0-1" }, "HEAD");
  expect([answer.status, answer.headers.get("accept-ranges")]).toEqual([200, "bytes"]);
  expect(answer.headers.get("content-length")).toBe(String(whole.length));
  expect(bytes.length).toBe(0);
});

test("a range with an outdated If-Range gets the whole video", async () => {
  const [way] = ways.map(([, one]) => one) as [() => [string, Record<string, string>]];
  const etag = (await ask(way)).answer.headers.get("etag") as string;
  expect((await ask(way, { range: "bytes=0-1", "if-range": etag })).answer.status).toBe(206);
  expect((await ask(way, { range: "bytes=0-1", "if-range": '"another"' })).answer.status).toBe(200);
});

test("a range of a video is as private as the whole video", async () => {
  const range = { range: "bytes=0-1" };
  expect((await fetch(keyed(), { headers: range })).status).toBe(401);
  const changed = signed().replace(/signature=./, (text) => `signature=${text.endsWith("A") ? "B" : "A"}`);
  expect((await fetch(changed, { headers: range })).status).toBe(403);
});
