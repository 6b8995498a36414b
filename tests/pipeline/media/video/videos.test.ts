import { beforeAll, describe, expect, test } from "vitest";
import { type Event, recordOf } from "#tests/pipeline/calling.ts";
import type { ApiResult, TestGateway } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { setPrice } from "#tests/support/set-price.ts";

const VEO = "google/veo-3.1-generate-preview";
const GROK = "x-ai/grok-imagine-video";
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "xai", "openai"], env: { VIDEO_POLL_MS: "100" } });

beforeAll(async () => {
  const hd = { unit: "seconds", variant: "720p", nano_usd_per_million: 70_000_000_000_000 };
  await setPrice(gateway, { model_endpoint: "x-ai/grok-imagine-video@xai", ...hd });
});

type Options = Parameters<TestGateway["call"]>[3];

function begin(body: object, options?: Options): Promise<ApiResult> {
  return gateway.call("POST", "/videos", { model: VEO, prompt: "A red fox in the snow", ...body }, options);
}

/** Waits for the job to end, and returns it. */
async function over({ id }: { id: string }, options?: Options): Promise<Event> {
  for (let asked = 0; asked < 200; asked++) {
    const { body } = await gateway.call("GET", `/videos/${id}`, undefined, options);
    if (!["pending", "in_progress"].includes(body.status)) return body;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${id} is not over: ${gateway.output()}`);
}

/** Jobs of earlier tests may still be polled. */
const posted = () => upstream.requests.filter(({ method }) => method === "POST");
const sent = () => posted()[0]?.body as Record<string, unknown>;

describe("a video from start to download", () => {
  test.each([
    [VEO, { duration: 4 }, 1.6, { seconds: 4 }],
    [VEO, { resolution: "4K" }, 4.8, { seconds: 8 }],
    [GROK, {}, 0.4, { seconds: 8 }],
    [GROK, { resolution: "720p", duration: 15 }, 1.05, { seconds: 15 }],
    ["google/veo-3.1-fast-generate-preview", { resolution: "1080p" }, 0.96, { seconds: 8 }],
    ["local/animatic", { duration: 1 }, 0, { seconds: 1 }],
  ])("%s with %o costs %d USD", async (model, body, cost, usage) => {
    const begun = await begin({ model, ...body });
    expect(begun).toMatchObject({ status: 200, body: { status: "pending" } });
    const { id, polling_url } = begun.body;
    expect(id).toMatch(/^gen-vid-\d+-\w{20}$/);
    expect(polling_url).toBe(`/api/v1/videos/${id}`);
    const job = await over(begun.body);
    expect(job).toEqual({
      id,
      polling_url,
      status: "completed",
      generation_id: begun.headers.get("x-generation-id"),
      unsigned_urls: [expect.stringContaining(`${gateway.url}/api/v1/videos/${id}/content?index=0&expires=`)],
      usage: { cost, is_byok: false },
    });
    const content = await fetch(job.unsigned_urls[0]);
    expect([content.status, content.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    const bytes = Buffer.from(await content.arrayBuffer());
    expect(bytes.subarray(4, 8).toString()).toBe("ftyp");
    const record = await recordOf(gateway, begun.headers);
    expect(record).toMatchObject({ api_type: "video", total_cost: cost, status: 200, error: null, usage_units: usage });
    expect(record.cost_proof).toMatchObject({ holds: true });
  });
});

describe("the provider's request", () => {
  test("Veo: aspect ratio, seed, frames and references in its own format", async () => {
    const provider = { options: { google: { negativePrompt: "rain", durationSeconds: 4 } } };
    const image = { type: "image_url", image_url: { url: PIXEL } };
    const frame_images = [
      { ...image, frame_type: "first_frame" },
      { ...image, frame_type: "last_frame" },
    ];
    const { status } = await begin({ size: "1080x1920", seed: 7, provider, frame_images, input_references: [image] });
    expect(status).toBe(200);
    const inline = { bytesBase64Encoded: PIXEL.split(",")[1], mimeType: "image/png" };
    expect(posted()[0]?.path).toBe("/google/v1beta/models/veo-3.1-generate-preview:predictLongRunning");
    expect(sent()).toEqual({
      instances: [
        {
          prompt: "A red fox in the snow",
          image: inline,
          lastFrame: inline,
          referenceImages: [{ image: inline, referenceType: "asset" }],
        },
      ],
      parameters: { aspectRatio: "9:16", resolution: "1080p", durationSeconds: 8, seed: 7, negativePrompt: "rain" },
    });
  });

  test("xAI: unsupported fields are dropped and noted", async () => {
    const frame_images = [{ type: "image_url", image_url: { url: PIXEL }, frame_type: "first_frame" }];
    const input_references = [{ type: "audio_url", audio_url: { url: "https://example.com/a.mp3" } }];
    const body = { model: GROK, aspect_ratio: "1:1", duration: 3, seed: 7, frame_images, input_references };
    const { body: job, headers } = await begin(body);
    expect(sent()).toEqual({
      model: "grok-imagine-video",
      prompt: "A red fox in the snow",
      duration: 3,
      aspect_ratio: "1:1",
      resolution: "480p",
      image: { url: PIXEL },
    });
    await over(job);
    expect((await recordOf(gateway, headers)).notes).toEqual([
      "input_references[0]: dropped (the provider accepts only images)",
      "seed: dropped (not supported by the provider)",
    ]);
  });

  test("a field that no provider supports is noted", async () => {
    const { body: job, headers } = await begin({ model: GROK, negative_prompt: "rain", creativity: null, user: "u" });
    expect(Object.keys(sent())).not.toContain("negative_prompt");
    await over(job);
    expect((await recordOf(gateway, headers)).notes).toEqual([
      "negative_prompt: dropped (put provider-specific fields in provider.options)",
    ]);
  });

  test("a private URL is not loaded", async () => {
    const url = `${upstream.url}/private.png`;
    const { status, body } = await begin({ input_references: [{ type: "image_url", image_url: { url } }] });
    expect(status).toBe(400);
    expect(body.error.message).not.toContain("private.png");
    expect(posted()).toHaveLength(0);
  });
});

describe("invalid requests are rejected with 400, and nothing is sent", () => {
  const image = (url: string) => ({ type: "image_url", image_url: { url } });
  const frame = (frame_type: string, url = PIXEL) => ({ ...image(url), frame_type });
  const wrong: [string, object, RegExp][] = [
    ["no prompt", { prompt: undefined }, /prompt/],
    ["an empty prompt", { prompt: "" }, /prompt/],
    ["no model", { model: undefined }, /model/],
    ["a model of another kind", { model: "openai/gpt-4o-mini" }, /makes text, not video/],
    ["no duration", { duration: 0 }, /duration/],
    ["half a second", { duration: 1.5 }, /duration/],
    [
      "a duration the model does not make",
      { duration: 5 },
      /duration: 5 seconds is not supported at 720p; supported: 4, 6, 8/,
    ],
    ["a duration it does not make at 4K", { duration: 4, resolution: "4K" }, /supported at 4K; supported: 8$/],
    ["an unknown resolution", { resolution: "240p" }, /resolution/],
    ["a resolution the model does not make", { resolution: "480p" }, /supported: 720p, 1080p, 4K/],
    ["an unknown aspect ratio", { aspect_ratio: "5:1" }, /aspect_ratio/],
    ["an aspect ratio the model does not make", { aspect_ratio: "1:1" }, /supported: 16:9, 9:16/],
    ["a size that is none", { size: "large" }, /size/],
    ["a size the model does not make", { size: "640x360" }, /size: 640x360 is not supported; supported: 1280x720/],
    ["a size against the resolution", { size: "1280x720", resolution: "1080p" }, /contradicts the resolution/],
    ["a size against the aspect ratio", { size: "1280x720", aspect_ratio: "9:16" }, /contradicts the aspect ratio/],
    ["a frame of an unknown kind", { frame_images: [frame("middle_frame")] }, /frame_images/],
    ["two first frames", { frame_images: [frame("first_frame"), frame("first_frame")] }, /one image for each/],
    ["a frame without an image", { frame_images: [{ type: "image_url", frame_type: "first_frame" }] }, /frame_images/],
    ["an address of another kind", { frame_images: [frame("first_frame", "file:///etc/passwd")] }, /http\(s\) URL/],
    ["data that is no base64", { frame_images: [frame("first_frame", "data:image/png,abc")] }, /base64/],
    ["data that is no image", { frame_images: [frame("first_frame", "data:text/plain;base64,aGk=")] }, /PNG, JPEG/],
    [
      "a last frame for a model that takes none",
      { model: GROK, frame_images: [frame("last_frame")] },
      /does not support last_frame/,
    ],
    ["more references than the model takes", { input_references: Array(4).fill(image(PIXEL)) }, /at most 3 images/],
    ["more references than anybody takes", { input_references: Array(17).fill(image(PIXEL)) }, /input_references/],
    ["half a seed", { seed: 0.5 }, /seed/],
    ["an earlier video to go on with", { previous_job_id: "gen-vid-0-none" }, /previous_job_id/],
  ];
  test.each(wrong)("%s", async (_, body, message) => {
    const response = await begin(body);
    expect({ status: response.status, message: response.body.error.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    });
    expect(posted()).toHaveLength(0);
  });

  test("an unknown model is a 404", async () => {
    expect((await begin({ model: "google/veo-9" })).status).toBe(404);
  });
});

describe("a job without a video", () => {
  test.each([VEO, GROK])("%s: a failure is reported and costs nothing", async (model) => {
    upstream.script({ fault: { jobFails: true } });
    const begun = await begin({ model });
    const job = await over(begun.body);
    expect(job).toMatchObject({ status: "failed", error: "Video generation failed.", usage: { cost: 0 } });
    expect(job.unsigned_urls).toBeUndefined();
    expect(await recordOf(gateway, begun.headers)).toMatchObject({ total_cost: 0, error: job.error });
    expect((await gateway.call("GET", `/videos/${job.id}/content`)).status).toBe(410);
  });

  test("a job that the provider no longer has", async () => {
    const begun = await begin({});
    upstream.reset();
    expect(await over(begun.body)).toMatchObject({ status: "failed", usage: { cost: 0 } });
  });

  test("a poll without a response is repeated", async () => {
    upstream.script({ match: ({ method }) => method === "GET", times: 2, fault: { status: 503 } });
    expect(await over((await begin({})).body)).toMatchObject({ status: "completed", usage: { cost: 3.2 } });
  });

  test("a provider that rejects the start is skipped, and its error is returned if it is the last", async () => {
    upstream.script({ times: 1, fault: { status: 503 } });
    const begun = await begin({ models: [GROK] });
    expect(begun.status).toBe(200);
    await over(begun.body);
    const record = await recordOf(gateway, begun.headers);
    expect(record.provider_responses.map(({ status }: { status: number }) => status)).toEqual([503, 200]);
    upstream.script({ fault: { status: 500 } });
    expect((await begin({ model: GROK })).status).toBe(502);
  });
});

test("a running job has no video yet, and an unknown one is a 404", async () => {
  const { body } = await begin({});
  expect((await gateway.call("GET", `/videos/${body.id}/content`)).status).toBe(409);
  expect((await gateway.call("GET", "/videos/gen-vid-0-none/content")).status).toBe(404);
  expect((await gateway.call("GET", "/videos/gen-vid-0-none")).status).toBe(404);
  await over(body);
});

test("a job that may exceed a limit is a 402, and a job's reservation is held until it ends", async () => {
  const { key } = await gateway.newKey({ limit: 4 });
  expect((await begin({ resolution: "4K" }, { key })).status).toBe(402);
  const first = await begin({}, { key });
  expect(first.status).toBe(200);
  expect((await begin({}, { key })).status).toBe(402);
  await over(first.body, { key });
  const { body } = await gateway.call("GET", "/key", undefined, { key });
  expect(body.data).toMatchObject({ usage: 3.2, limit_remaining: 0.8 });
  expect((await begin({}, { key })).status).toBe(402);
});

test("a failed job's reservation is released", async () => {
  const { key } = await gateway.newKey({ limit: 4 });
  upstream.script({ times: 1, fault: { jobFails: true } });
  await over((await begin({}, { key })).body, { key });
  const again = await begin({}, { key });
  expect(again.status).toBe(200);
  await over(again.body, { key });
});

test("a guardrail reads the prompt: redacted text is not sent, and blocked text is a 403", async () => {
  const { key, hash } = await gateway.newKey();
  const content_filters = [
    { pattern: "fox", action: "redact", label: "ANIMAL" },
    { pattern: "wolf", action: "block" },
  ];
  const { body } = await gateway.call("POST", "/guardrails", { name: "Animals", content_filters });
  await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
  const begun = await begin({}, { key });
  expect(begun.status).toBe(200);
  expect((sent().instances as { prompt: string }[])[0]?.prompt).not.toContain("fox");
  expect((await begin({ prompt: "A grey wolf" }, { key })).status).toBe(403);
  expect(posted()).toHaveLength(1);
  await over(begun.body, { key });
});

test("BYOK costs nothing, and the job is polled with the same key", async () => {
  const own = await gateway.call("POST", "/byok", { provider: "google", key: "key-of-their-own", name: "Own" });
  expect(own.status).toBe(201);
  const begun = await begin({});
  const job = await over(begun.body);
  await gateway.call("DELETE", `/byok/${own.body.data.id}`);
  expect(job).toMatchObject({ status: "completed", usage: { cost: 0, is_byok: true } });
  const keys = upstream.requests
    .filter(({ path }) => path.includes("/google/"))
    .map(({ headers }) => headers["x-goog-api-key"]);
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys)).toEqual(new Set(["key-of-their-own"]));
});
