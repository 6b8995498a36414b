import { describe, expect, test } from "vitest";
import { type Event, recordOf, until } from "#tests/pipeline/calling.ts";
import type { ApiResult } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

// OpenAI has discontinued its videos; these come from a server that still supports the dialect, set with
// OPENAI_BASE_URL.

const SORA = "openai/sora-2";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image = { type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } };

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "google"], env: { VIDEO_POLL_MS: "100" } });

const begin = (body: object): Promise<ApiResult> =>
  gateway.call("POST", "/videos", { model: SORA, prompt: "A red fox in the snow", ...body });

const over = ({ id }: { id: string }): Promise<Event> =>
  until(async () => {
    const { body } = await gateway.call("GET", `/videos/${id}`);
    return ["pending", "in_progress"].includes(body.status) ? undefined : body;
  }, "the end of the job");

const posted = () => upstream.requests.filter(({ method }) => method === "POST");
const isPoll = ({ method, path }: { method: string; path: string }) => method === "GET" && !path.endsWith("/content");

test.each([
  [SORA, {}, "4", "720x1280", 0.4],
  [SORA, { duration: 8, aspect_ratio: "16:9" }, "8", "1280x720", 0.8],
  ["openai/sora-2-pro", { seconds: "12", size: "1280x720" }, "12", "1280x720", 3.6],
])("%s with %o is requested as a form, generated, and charged per second", async (model, body, seconds, size, cost) => {
  const begun = await begin({ model, ...body });
  expect(begun.status).toBe(200);
  expect(begun.headers.get("sunset")).toBe("Thu, 24 Sep 2026 00:00:00 GMT");
  expect(posted()[0]).toMatchObject({
    path: "/openai/v1/videos",
    body: { model: model.split("/")[1], prompt: "A red fox in the snow", seconds, size },
  });
  expect(Object.keys(posted()[0]?.body as object)).toHaveLength(4);
  const job = await over(begun.body);
  expect(job).toMatchObject({ status: "completed", usage: { cost, is_byok: false } });
  expect((await (await fetch(job.unsigned_urls[0])).arrayBuffer()).byteLength).toBeGreaterThan(4096);
  const record = await recordOf(gateway, begun.headers);
  expect(record).toMatchObject({
    total_cost: cost,
    usage_units: { seconds: Number(seconds) },
    upstream_id: expect.stringMatching(/^video_/),
  });
  // The file is downloaded from the job's address with the key.
  const content = upstream.requests.find(({ path }) => path.endsWith("/content"));
  expect(content?.headers.authorization).toMatch(/^Bearer ./);
});

test("a first frame is sent as a file, and unsupported fields are dropped and noted", async () => {
  const frame_images = [{ ...image, frame_type: "first_frame" }];
  const options = { openai: { fps: 24, seconds: 99 } };
  const body = { frame_images, seed: 7, generate_audio: false, input_references: [image], provider: { options } };
  const begun = await begin(body);
  expect(posted()[0]?.body).toEqual({
    model: "sora-2",
    prompt: "A red fox in the snow",
    seconds: "4",
    size: "720x1280",
    fps: "24",
    input_reference: { filename: "first-frame.png", contentType: "image/png", bytes: Buffer.from(PIXEL, "base64") },
  });
  await over(begun.body);
  expect((await recordOf(gateway, begun.headers)).notes).toEqual([
    "input_references: dropped (the provider supports only a first frame)",
    "seed: dropped (not supported by the provider)",
    "generate_audio: dropped (not supported by the provider)",
  ]);
});

describe("a job without a video", () => {
  test("has the provider's message and costs nothing if it failed", async () => {
    upstream.script({ times: 1, fault: { jobFails: true } });
    const begun = await begin({});
    const job = await over(begun.body);
    const error = "Your request was blocked by our moderation system.";
    expect(job).toMatchObject({ status: "failed", error, usage: { cost: 0 } });
    expect(await recordOf(gateway, begun.headers)).toMatchObject({ total_cost: 0, error });
  });

  test.each([
    ["cancelled", "cancelled"],
    ["expired", "expired"],
  ])("%s at the provider is %s", async (status, ours) => {
    const answer = { id: "video_1", object: "video", status, error: null };
    upstream.script({ match: isPoll, times: 1, reply: { body: JSON.stringify(answer) } });
    expect(await over((await begin({})).body)).toMatchObject({ status: ours, usage: { cost: 0 } });
  });

  test("a job that the provider no longer has", async () => {
    const begun = await begin({});
    upstream.reset();
    expect(await over(begun.body)).toMatchObject({ status: "failed", usage: { cost: 0 } });
  });

  test("a start without an id is an invalid response", async () => {
    upstream.script({ times: 1, reply: { body: '{"object":"video","status":"queued"}' } });
    expect((await begin({})).status).toBe(502);
  });
});

test("a job can be stored and completed whatever characters it contains", async () => {
  const begun = await begin({ prompt: "A \u0000 fox \ud800", user: "\u0000", model: "local/animatic", duration: 1 });
  expect(begun.status).toBe(200);
  expect(await over(begun.body)).toMatchObject({ status: "completed" });
  const answer = { status: "failed", error: { message: `No \u0000 ${"x".repeat(10_000)}` } };
  upstream.script({ match: isPoll, times: 1, reply: { body: JSON.stringify(answer) } });
  const job = await over((await begin({})).body);
  expect(job).toMatchObject({ status: "failed", error: expect.stringMatching(/^No \ufffd x{1000}/) });
  expect(job.error.length).toBeLessThan(3_000);
  upstream.script({ times: 1, reply: { body: '{"id":"video_\\u0000","status":"queued"}' } });
  expect((await begin({})).status).toBe(200);
});

test("a poll without a response, or with one that is not JSON, is repeated", async () => {
  upstream.script({ match: isPoll, times: 1, fault: { status: 503 } });
  upstream.script({ match: isPoll, times: 1, reply: { body: "<html>" } });
  expect(await over((await begin({})).body)).toMatchObject({ status: "completed", usage: { cost: 0.4 } });
});

test.each([429, 500, 401])("a server that responds with %i to the start is skipped", async (status) => {
  // The job of an earlier test may still be polled.
  upstream.script({ match: (request) => !isPoll(request), times: 1, fault: { status } });
  const begun = await begin({ models: ["google/veo-3.1-generate-preview"], duration: 4 });
  expect(begun.status).toBe(200);
  await over(begun.body);
  const record = await recordOf(gateway, begun.headers);
  expect(record.provider_responses.map(({ status: each }: { status: number }) => each)).toEqual([status, 200]);
});

test("models show their provider's end date", async () => {
  const { body } = await gateway.call("GET", "/videos/models");
  const sora = body.data.find(({ id }: { id: string }) => id === SORA);
  expect(sora).toMatchObject({
    expiration_date: "2026-09-24",
    supported_durations: [4, 8, 12],
    supported_sizes: ["720x1280", "1280x720"],
    pricing_skus: { "720p": "0.1" },
  });
  const { body: models } = await gateway.call("GET", "/models?output_modalities=video");
  expect(models.data.find(({ id }: { id: string }) => id === SORA)).toMatchObject({ expiration_date: "2026-09-24" });
});
