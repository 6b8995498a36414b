import { describe, expect, test } from "vitest";
import { pollingUrl } from "#server/providers/black-forest-labs/polling-url.ts";
import { recordOf } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";

// Requests and responses as in each provider's own documentation.
const PNG = pngOf(2, 2, [9, 9, 9]);
const IMAGE = PNG.toString("base64");
const DATA_URL = `data:image/png;base64,${IMAGE}`;
const JPEG = Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.alloc(40)]);

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "xai", "black-forest-labs"] });

const draw = (body: object) => gateway.call("POST", "/images", { prompt: "A red cube", ...body });
const answer = (body: object, match?: (request: RecordedRequest) => boolean) =>
  upstream.script({ ...(match && { match }), reply: { body: JSON.stringify(body) } });
const first = () => upstream.requests[0] as RecordedRequest;

describe("Gemini", () => {
  const MODEL = "google/gemini-2.5-flash-image";
  const reply = {
    candidates: [
      {
        content: {
          role: "model",
          parts: [
            { thought: true, inlineData: { mimeType: "image/png", data: "dGhvdWdodA==" } },
            { text: "Here it is." },
            { inlineData: { mimeType: "image/png", data: IMAGE } },
          ],
        },
        finishReason: "STOP",
      },
    ],
    usageMetadata: {
      promptTokenCount: 10,
      candidatesTokenCount: 1300,
      totalTokenCount: 1310,
      candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: 1290 }],
    },
    responseId: "r-1",
  };

  test("accepts references, returns an image in the requested aspect ratio, and reports tokens", async () => {
    answer(reply);
    const provider = { options: { google: { safetySettings: [{ category: "A", threshold: "B" }] } } };
    const fields = { aspect_ratio: "16:9", seed: 5, input_references: [DATA_URL], provider };
    const { status, body, headers } = await draw({ model: MODEL, ...fields });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(first().path).toMatch(/\/v1beta\/models\/gemini-2.5-flash-image:generateContent$/);
    expect(first().headers["x-goog-api-key"]).toBeTruthy();
    expect(first().body).toEqual({
      safetySettings: [{ category: "A", threshold: "B" }],
      contents: [
        { role: "user", parts: [{ text: "A red cube" }, { inlineData: { mimeType: "image/png", data: IMAGE } }] },
      ],
      generationConfig: { responseModalities: ["IMAGE"], imageConfig: { aspectRatio: "16:9" }, seed: 5 },
    });
    expect(body.data).toEqual([{ b64_json: IMAGE, media_type: "image/png" }]);
    // 10 tokens at $0.30, 10 of words at $2.50 and 1,290 of the image at $30 a million.
    expect(body.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 1300, cost: 0.038728 });
    expect(await recordOf(gateway, headers)).toMatchObject({ upstream_id: "r-1", cost_nano_usd: 38_728_000 });
  });

  test("returns one image per call, so several images are several calls with one cost", async () => {
    answer(reply);
    const { body, headers } = await draw({ model: MODEL, n: 3 });
    expect(upstream.requests).toHaveLength(3);
    expect(body.data).toHaveLength(3);
    expect((await recordOf(gateway, headers)).cost_nano_usd).toBe(3 * 38_728_000);
  });

  test("returns fewer images with a note if some calls fail", async () => {
    upstream.script({ times: 1, fault: { status: 400 } });
    answer(reply);
    const { status, body, headers } = await draw({ model: MODEL, n: 3 });
    expect([status, body.data.length]).toEqual([200, 2]);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ notes: ["n: 1 of 3 calls failed"], cost_nano_usd: 2 * 38_728_000 });
    upstream.reset();
    upstream.script({ fault: { status: 400 } });
    expect((await draw({ model: MODEL, n: 3 })).status).toBe(400);
  });

  test.each([
    ["the prompt", { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }, 400, /PROHIBITED_CONTENT/],
    ["the image", { candidates: [{ finishReason: "IMAGE_SAFETY", content: {} }] }, 400, /IMAGE_SAFETY/],
    ["nothing", { candidates: [{ finishReason: "STOP", content: { parts: [{ text: "No." }] } }] }, 502, /./],
  ])("reports blocked images: %s", async (_, held, status, message) => {
    answer(held);
    const { status: answered, body } = await draw({ model: MODEL });
    expect([answered, body.error.message]).toEqual([status, expect.stringMatching(message)]);
  });

  test("has service tiers for its newer models", async () => {
    answer(reply);
    await draw({ model: "google/gemini-3-pro-image-preview", size: "4096x4096" });
    expect(first().body).toMatchObject({ generationConfig: { imageConfig: { aspectRatio: "1:1", imageSize: "4K" } } });
  });
});

describe("Imagen", () => {
  const MODEL = "google/imagen-4.0-generate-001";

  test("gets a sample count and bills per image", async () => {
    const prediction = { mimeType: "image/png", bytesBase64Encoded: IMAGE };
    answer({ predictions: [{ ...prediction, prompt: "A red cube, studio light" }, prediction] });
    const fields = { n: 2, aspect_ratio: "21:9", resolution: "4K", output_format: "jpeg", output_compression: 80 };
    const { status, body, headers } = await draw({ model: MODEL, ...fields });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(first().path).toMatch(/\/v1beta\/models\/imagen-4.0-generate-001:predict$/);
    expect(first().body).toEqual({
      instances: [{ prompt: "A red cube" }],
      parameters: {
        sampleCount: 2,
        aspectRatio: "16:9",
        sampleImageSize: "2K",
        outputOptions: { mimeType: "image/jpeg", compressionQuality: 80 },
      },
    });
    expect(body.data.map(({ revised_prompt: revised }: { revised_prompt?: string }) => revised)).toEqual([
      "A red cube, studio light",
      undefined,
    ]);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ cost_nano_usd: 80_000_000, usage_units: { images: 2 } });
    expect(record.notes).toEqual(["aspect_ratio: 21:9 changed to 16:9", "resolution: 4K changed to 2K"]);
  });

  test("returns four at a time", async () => {
    answer({ predictions: [{ bytesBase64Encoded: IMAGE }] });
    await draw({ model: MODEL, n: 10 });
    const counts = upstream.requests.map(
      ({ body }) => (body as { parameters: { sampleCount: number } }).parameters.sampleCount,
    );
    expect(counts.toSorted()).toEqual([2, 4, 4]);
  });

  test.each([[{ predictions: [{ raiFilteredReason: "58061214" }] }], [{}]])(
    "blocked images are a 400: %j",
    async (held) => {
      answer(held);
      expect((await draw({ model: MODEL })).status).toBe(400);
    },
  );
});

describe("xAI", () => {
  const MODEL = "x-ai/grok-imagine-image";

  test("gets the size in its own fields", async () => {
    answer({ data: [{ b64_json: IMAGE, revised_prompt: "A cube" }], usage: { cost_in_usd_ticks: 200_000_000 } });
    const { body, headers } = await draw({ model: MODEL, aspect_ratio: "9:19.5", resolution: "2K", quality: "high" });
    expect(first().path).toMatch(/\/images\/generations$/);
    expect(first().body).toEqual({
      model: "grok-imagine-image",
      prompt: "A red cube",
      n: 1,
      response_format: "b64_json",
      aspect_ratio: "9:19.5",
      resolution: "2k",
    });
    expect(body.data).toEqual([{ b64_json: IMAGE, media_type: "image/png", revised_prompt: "A cube" }]);
    expect(await recordOf(gateway, headers)).toMatchObject({
      cost_nano_usd: 20_000_000,
      raw_usage: { cost_in_usd_ticks: 200_000_000 },
      notes: ["quality: dropped (not supported by the model)"],
    });
  });

  test.each([1, 2])("edits %i references as JSON", async (count) => {
    answer({ data: [{ b64_json: IMAGE }] });
    await draw({ model: MODEL, input_references: Array.from({ length: count }, () => DATA_URL) });
    const reference = { type: "image_url", url: DATA_URL };
    expect(first().path).toMatch(/\/images\/edits$/);
    expect(first().body).toMatchObject(count === 1 ? { image: reference } : { images: [reference, reference] });
  });

  test("may return an image URL, which is loaded unless it is private", async () => {
    upstream.script({
      match: ({ path }) => path.endsWith("/made.png"),
      reply: { headers: { "content-type": "image/png" }, body: PNG },
    });
    answer({ data: [{ url: `${upstream.url}/xai/made.png` }] }, ({ method }) => method === "POST");
    expect((await draw({ model: MODEL })).body.data).toEqual([{ b64_json: IMAGE, media_type: "image/png" }]);
    upstream.reset();
    answer({ data: [{ url: `http://localhost:${upstream.port}/made.png` }] });
    expect((await draw({ model: MODEL })).status).toBe(502);
    expect(upstream.requests.map(({ method }) => method)).toEqual(["POST"]);
  });
});

describe("Black Forest Labs", () => {
  const MODEL = "black-forest-labs/flux-2-pro";
  const isPoll = ({ path }: RecordedRequest) => path.endsWith("/get_result");
  const task = (more: object = {}) => ({
    id: "task-1",
    polling_url: `${upstream.url}/black-forest-labs/get_result?id=task-1`,
    cost: 4.5,
    input_mp: 0,
    output_mp: 1.98,
    ...more,
  });
  const asksThenGets = (polled: object[], more?: object) => {
    answer(task(more), ({ method }) => method === "POST");
    for (const one of polled) upstream.script({ match: isPoll, times: 1, reply: { body: JSON.stringify(one) } });
    upstream.script({ match: ({ path }) => path.endsWith("/sample.jpeg"), reply: { body: JPEG } });
  };
  const ready = () => ({ status: "Ready", result: { sample: `${upstream.url}/sample.jpeg`, seed: 42 } });

  test("is polled until the image is ready and bills the megapixels it counts", async () => {
    asksThenGets([{ status: "Pending" }, { status: "Pending" }, ready()]);
    const fields = { size: "1920x1072", seed: 42, output_format: "jpeg", input_references: [DATA_URL, DATA_URL] };
    const { status, body, headers } = await draw({ model: MODEL, ...fields });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(first().path).toMatch(/\/flux-2-pro$/);
    expect(first().headers["x-key"]).toBeTruthy();
    expect(first().body).toEqual({
      prompt: "A red cube",
      input_image: IMAGE,
      input_image_2: IMAGE,
      width: 1920,
      height: 1072,
      seed: 42,
      output_format: "jpeg",
    });
    expect(upstream.requests.filter(isPoll).map(({ headers: sent }) => sent["x-key"] !== undefined)).toEqual([
      true,
      true,
      true,
    ]);
    expect(upstream.requests.at(-1)?.headers["x-key"]).toBeUndefined();
    expect(body.data).toEqual([{ b64_json: JPEG.toString("base64"), media_type: "image/jpeg" }]);
    // The provider's own figure is 4.5 credits of a cent.
    expect(await recordOf(gateway, headers)).toMatchObject({
      cost_nano_usd: 45_000_000,
      upstream_id: "task-1",
      usage_units: { images: 1, megapixels: 2 },
      raw_usage: { cost: 4.5, output_mp: 1.98 },
    });
  });

  test.each([
    [1.05, 0, 30_000_000],
    [1, 1, 45_000_000],
    [4, 2.4, 120_000_000],
  ])("charges %d megapixels from %d by its formula", async (output_mp, input_mp, costNanoUsd) => {
    asksThenGets([ready()], { output_mp, input_mp });
    const { headers } = await draw({ model: MODEL });
    expect((await recordOf(gateway, headers)).cost_nano_usd).toBe(costNanoUsd);
  });

  test.each([
    ["Request Moderated", 400],
    ["Content Moderated", 400],
    ["Error", 502],
    ["Task not found", 502],
  ])("%s becomes %i and costs nothing", async (state, status) => {
    asksThenGets([{ status: state }]);
    const { status: answered, headers } = await draw({ model: MODEL });
    expect(answered).toBe(status);
    expect((await recordOf(gateway, headers)).cost_nano_usd).toBe(0);
  });

  test("gets no key at a polling URL on another host", async () => {
    answer(task({ polling_url: `http://127.0.0.2:${upstream.port}/get_result?id=1` }));
    expect((await draw({ model: MODEL })).status).toBe(502);
    expect(upstream.requests).toHaveLength(1);
  });

  test.each([
    ["https://api.us1.bfl.ai/v1/get_result?id=1", true],
    ["https://api.bfl.ai/v1/get_result?id=1", true],
    ["http://api.us1.bfl.ai/v1/get_result", false],
    ["https://api.us1.bfl.ai:8443/v1/get_result", false],
    ["https://bfl.ai.example.com/v1/get_result", false],
    ["https://evilbfl.ai/v1/get_result", false],
    ["nonsense", false],
  ])("a provider's error is returned: %s %s", (address, isIts) => {
    const asked = () => pollingUrl({ polling_url: address }, "https://api.bfl.ai/v1");
    if (isIts) expect(asked()).toBe(address);
    else expect(asked).toThrow("on another host");
  });
});
