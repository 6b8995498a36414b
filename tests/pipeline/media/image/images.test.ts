import { describe, expect, test } from "vitest";
import { expectDisconnect } from "#tests/pipeline/attempts/disconnect.ts";
import { recordOf } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import { type Failure, LAST_FAILURES, triedProviders, WHOLE_FAILURES } from "../whole-failures.ts";
import { drawingAt, MODEL } from "./drawing.ts";

/** Served by two providers. */
const SHARED = "openai/gpt-image-1.5";
const PNG = pngOf(2, 2, [1, 2, 3]);
const DATA_URL = `data:image/png;base64,${PNG.toString("base64")}`;

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "digitalocean", "google", "xai", "black-forest-labs"],
  env: { LAST_FIRST_CONTENT_TIMEOUT_MS: "1500", IDLE_TIMEOUT_MS: "1000" },
});

const draw = drawingAt(gateway);

const sent = (at = 0) => upstream.requests[at]?.body as Record<string, unknown>;
const sizeOf = (base64: string) => {
  const bytes = Buffer.from(base64, "base64");
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
};

describe("requests", () => {
  test("a prompt alone returns one image", async () => {
    const { status, body } = await draw({});
    expect(status).toBe(200);
    expect(sent()).toEqual({ model: "gpt-image-2", prompt: "A red cube" });
    expect(body.created).toBeGreaterThan(1_700_000_000);
    expect(body.data).toEqual([{ b64_json: expect.any(String), media_type: "image/png" }]);
    expect(sizeOf(body.data[0].b64_json)).toBe("1024x1024");
    expect(body.usage).toEqual({
      prompt_tokens: expect.any(Number),
      completion_tokens: 1000,
      total_tokens: expect.any(Number),
      cost: expect.any(Number),
      is_byok: false,
    });
  });

  test("every field except the gateway's reaches the upstream under its own name", async () => {
    const mine = { n: 2, size: "1536x1024", quality: "high", background: "opaque", output_format: "webp", user: "u1" };
    const ours = { session_id: "s1", trace: { trace_id: "t" }, seed: 7 };
    const provider = { only: ["openai"], options: { openai: { moderation: "low", prompt: "other" }, xai: { a: 1 } } };
    const { headers, body } = await draw({ ...mine, ...ours, output_compression: 50, provider });
    expect(sent()).toEqual({
      model: "gpt-image-2",
      prompt: "A red cube",
      moderation: "low",
      output_compression: 50,
      ...mine,
    });
    expect(body.data).toHaveLength(2);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ session_id: "s1", external_user: "u1", api_type: "image" });
    expect(record.notes).toEqual(["seed: dropped (not supported by the model)"]);
  });

  const sizes: [string, object, string | undefined, string[]][] = [
    ["pixels", { size: "1536x864" }, "1536x864", []],
    ["pixels that agree with the rest", { size: "3840x2160", resolution: "4K", aspect_ratio: "16:9" }, "3840x2160", []],
    ["a tier", { size: "2k" }, "2048x2048", []],
    ["a resolution", { resolution: "1K" }, "1024x1024", []],
    ["an aspect ratio", { aspect_ratio: "3:2" }, "1248x832", []],
    ["both", { aspect_ratio: "9:16", resolution: "2K" }, "1536x2720", []],
    ["nothing", { aspect_ratio: "auto", size: "auto" }, undefined, []],
    [
      "a ratio that is too long, as near as can be",
      { aspect_ratio: "8:1" },
      "1760x576",
      ["aspect_ratio: 8:1 changed to 1760x576"],
    ],
    [
      "a tier that is too large, as near as can be",
      { resolution: "4K", aspect_ratio: "1:1" },
      "2880x2880",
      ["resolution: 4K changed to 2880x2880"],
    ],
  ];
  test.each(sizes)("%s", async (_, fields, size, notes) => {
    const { status, headers, body } = await draw(fields);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(sent().size).toBe(size);
    expect((await recordOf(gateway, headers)).notes).toEqual(notes);
  });

  const wrong: [string, object, RegExp][] = [
    ["no prompt", { prompt: undefined }, /prompt/],
    ["an empty prompt", { prompt: "" }, /prompt/],
    ["no image", { n: 0 }, /n:/],
    ["too many images", { n: 11 }, /n:/],
    ["half an image", { n: 1.5 }, /n:/],
    ["an unknown aspect ratio", { aspect_ratio: "7:3" }, /aspect_ratio/],
    ["an unknown resolution", { resolution: "3K" }, /resolution/],
    ["an unknown quality", { quality: "best" }, /quality/],
    ["an unknown format", { output_format: "bmp" }, /output_format/],
    ["a size that is none", { size: "large" }, /WIDTHxHEIGHT/],
    ["a size without a side", { size: "0x100" }, /WIDTHxHEIGHT/],
    ["pixels of another resolution", { size: "1024x1024", resolution: "2K" }, /not match resolution 2K/],
    ["pixels of another aspect ratio", { size: "1024x1024", aspect_ratio: "16:9" }, /not match aspect ratio 16:9/],
    ["a tier and another", { size: "2K", resolution: "4K" }, /not match resolution 4K/],
    ["transparent in JPEG", { background: "transparent", output_format: "jpeg" }, /png or webp/],
    ["transparent in SVG", { background: "transparent", output_format: "svg" }, /png or webp/],
    ["compression of PNG", { output_format: "png", output_compression: 50 }, /webp or jpeg/],
    ["compression of nothing", { output_compression: 50 }, /webp or jpeg/],
    ["too much compression", { output_format: "webp", output_compression: 101 }, /output_compression/],
    ["a seed that is none", { seed: 1.5 }, /seed/],
    ["17 references", { input_references: Array.from({ length: 17 }, () => DATA_URL) }, /input_references/],
    ["a reference by file", { input_references: ["file:///etc/passwd"] }, /input_references/],
    ["a reference that is no image", { input_references: ["data:text/plain;base64,QQ=="] }, /input_references/],
    ["a reference in capitals", { input_references: [DATA_URL.replace("data:", "DATA:")] }, /input_references/],
    ["a reference in BASE64", { input_references: [DATA_URL.replace("base64", "BASE64")] }, /input_references/],
    ["a reference of an unknown form", { input_references: [{ type: "video_url" }] }, /input_references/],
    ["bytes that are no image", { input_references: ["data:image/png;base64,QUJD"] }, /input_references\[0\]/],
    ["a model of another kind", { model: "openai/gpt-4o-mini" }, /makes text, not image/],
    ["pixels the model does not make", { model: SHARED, size: "640x480" }, /640x480/],
    ["a format the model does not make", { output_format: "svg" }, /output_format/],
    [
      "a field the model drops, where all must be taken",
      { seed: 1, provider: { require_parameters: true } },
      /seed: dropped/,
    ],
    [
      "references for a model of words",
      { model: "google/imagen-4.0-generate-001", input_references: [DATA_URL] },
      /none/,
    ],
    [
      "more references than the model takes",
      { model: "x-ai/grok-imagine-image", input_references: [DATA_URL, DATA_URL, DATA_URL, DATA_URL] },
      /at most 3/,
    ],
    [
      "a model that makes none transparent",
      { model: "x-ai/grok-imagine-image", background: "transparent" },
      /transparent/,
    ],
    [
      "several of one at a time, all of one seed",
      { model: "black-forest-labs/flux-2-pro", n: 2, seed: 1 },
      /one image/,
    ],
  ];
  test.each(wrong)("%s is rejected with 400, and nothing is sent", async (_, body, message) => {
    const answer = await draw(body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 400]);
    expect(answer.body.error.message).toMatch(message);
    expect(upstream.requests).toHaveLength(0);
  });

  test("an unknown model is a 404, and a missing model without a default is a 400", async () => {
    expect((await draw({ model: "openai/gpt-image-99" })).status).toBe(404);
    const answer = await draw({ model: undefined });
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining("model")]);
  });
});

describe("references", () => {
  test.each([
    ["as objects", { type: "image_url", image_url: { url: DATA_URL } }],
    ["bare", DATA_URL],
  ])("%s are sent as files of an edit", async (_, reference) => {
    const { status, body } = await draw({ input_references: [reference], quality: "low" });
    expect([status, body.error]).toEqual([200, undefined]);
    const { path, body: form } = upstream.requests[0] as { path: string; body: Record<string, unknown> };
    expect(path).toMatch(/\/images\/edits$/);
    expect(form).toMatchObject({ model: "gpt-image-2", prompt: "A red cube", quality: "low" });
    expect(form["image[]"]).toEqual({ filename: "reference-1.png", contentType: "image/png", bytes: PNG });
  });

  test("are not loaded from private URLs", async () => {
    for (const url of [`${upstream.url}/a.png`, "http://[::1]/a.png", "http://localhost/a.png"]) {
      const { status, body } = await draw({ input_references: [url] });
      expect([status, body.error.message]).toEqual([400, expect.stringMatching(/public address|cannot be used/)]);
    }
    expect(upstream.requests).toHaveLength(0);
  });
});

describe("a failure moves on to the next provider", () => {
  const failures: [string, Failure][] = [
    ...WHOLE_FAILURES,
    ["no image", { reply: { body: '{"created":1,"data":[]}' } }],
    ["an image of nothing", { reply: { body: '{"created":1,"data":[{"b64_json":""}]}' } }],
  ];
  test.each(failures)("%s", async (_, failure) => {
    await draw({ model: SHARED, provider: { only: ["openai"] } });
    upstream.reset();
    upstream.script({ match: ({ path }) => path.startsWith("/openai/"), ...failure });
    const provider = { order: ["openai", "digitalocean"], allow_fallbacks: false };
    const { status, body, headers } = await draw({ model: SHARED, provider });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(sent(1)).toEqual({ model: "openai-gpt-image-1.5", prompt: "A red cube" });
    const record = await recordOf(gateway, headers);
    expect(triedProviders(record)).toEqual(["openai", "digitalocean"]);
  });

  test("a request that only one provider supports goes to that provider", async () => {
    const { headers } = await draw({
      model: SHARED,
      input_references: [DATA_URL],
      provider: { order: ["digitalocean"] },
    });
    expect((await recordOf(gateway, headers)).provider_name).toBe("openai");
  });

  test.each(LAST_FAILURES)(
    "%o of the last provider becomes %i, with a row that costs nothing",
    async (fault, status) => {
      upstream.script({ fault });
      const response = await draw({ model: SHARED, provider: { only: ["digitalocean"] } });
      expect([response.status, response.body.error.code]).toEqual([status, status]);
      expect(await recordOf(gateway, response.headers)).toMatchObject({
        status,
        api_type: "image",
        finish_reason: "error",
        cost_nano_usd: 0,
      });
    },
  );
});

test("routing metadata is returned with the images if requested", async () => {
  const { body } = await draw({}, { headers: { "x-service-metadata": "enabled" } });
  expect(body.service_metadata).toMatchObject({ requested: MODEL, strategy: "direct", is_byok: false, attempt: 1 });
  expect((await draw({})).body.service_metadata).toBeUndefined();
});

test("a caller who disconnects stops the upstream, and the row says so", () =>
  expectDisconnect(gateway, upstream, "/images", { model: MODEL, prompt: "Hello" }));
