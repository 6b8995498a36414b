import { describe, expect, test } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { setPrice } from "#tests/support/set-price.ts";
import { toneOf } from "#tests/support/wav.ts";
import { recordOf } from "../calling.ts";

const providers = ["elevenlabs", "xai", "cohere"];

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers });

const SPEECH = { model: "elevenlabs/eleven-v3", input: "Good morning", voice: "21m00Tcm4TlvDq8ikWAM" };
const VIDEO = { model: "x-ai/grok-imagine-video", prompt: "A red fox", duration: 2 };
const picture = { type: "image_url", image_url: { url: "data:image/png;base64,QUJD" } };
const PICTURES = { model: "cohere/embed-v4.0", input: [{ content: [{ type: "text", text: "a" }, picture] }] };
const EMBEDDED = {
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    embeddings: { float: [[1, 0]] },
    meta: { billed_units: { input_tokens: 2, image_tokens: 1000 } },
  }),
};
const SPOKEN = { body: toneOf(0.1), headers: { "content-type": "audio/mpeg" } };

describe("a unit without a price is rejected, and the error says where to set it", () => {
  test.each([
    ["/audio/speech", SPEECH, "characters", "elevenlabs/eleven-v3@elevenlabs", "characters", null],
    ["/videos", { ...VIDEO, resolution: "720p" }, "seconds at 720p", "x-ai/grok-imagine-video@xai", "seconds", "720p"],
    ["/embeddings", PICTURES, "input image tokens", "cohere/embed-v4.0@cohere", "input_image_tokens", null],
  ])("%s %o", async (path, body, words, model_endpoint, unit, variant) => {
    const { status, body: answer } = await gateway.call("POST", path, body);
    expect(status).toBe(404);
    expect(answer.error.message).toContain(`no known price for ${words},`);
    expect(answer.error.message).toMatch(/on the model's page in the console, or with POST \/api\/v1\/prices/);
    expect(answer.error.metadata).toEqual({ reason: "no_provider", unpriced: [{ model_endpoint, unit, variant }] });
    expect(upstream.requests).toEqual([]);
  });

  test("the model's priced units still work: a smaller video, text only", async () => {
    expect((await gateway.call("POST", "/videos", VIDEO)).status).toBe(200);
    upstream.script({ reply: EMBEDDED });
    expect((await gateway.call("POST", "/embeddings", { ...PICTURES, input: ["a"] })).status).toBe(200);
  });

  test("any other error in the request is reported first", async () => {
    const { status, body } = await gateway.call("POST", "/videos", { ...VIDEO, resolution: "4K" });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("supported: 480p, 720p")]);
  });
});

describe("the listings mark as unpriced", () => {
  const endpointOf = async (model: string) => (await gateway.call("GET", `/models/${model}/endpoints`)).body.data;

  test("a whole model", async () => {
    const { endpoints } = await endpointOf("elevenlabs/scribe-v2");
    expect(endpoints).toMatchObject([{ unpriced: [{ unit: "seconds", variant: null }], pricing: { prompt: "-1" } }]);
  });

  test("one resolution, and images", async () => {
    const [video, embeddings] = await Promise.all([endpointOf(VIDEO.model), endpointOf(PICTURES.model)]);
    expect(video.endpoints).toMatchObject([{ unpriced: [{ unit: "seconds", variant: "720p" }] }]);
    expect(video.endpoints[0].pricing.second).toBe("0.05");
    const own = embeddings.endpoints.find(({ tag }: { tag: string }) => tag === "cohere");
    expect(own).toMatchObject({ unpriced: [{ unit: "input_image_tokens", variant: null }] });
    const { data } = (await gateway.call("GET", "/videos/models")).body;
    const grok = data.find(({ id }: { id: string }) => id === VIDEO.model);
    expect([grok.supported_resolutions, grok.pricing_skus]).toEqual([["480p", "720p"], { "480p": "0.05" }]);
  });
});

async function over(serving: TestGateway, id: string): Promise<void> {
  for (let asked = 0; asked < 200; asked++) {
    const { body } = await serving.call("GET", `/videos/${id}`);
    if (body.status === "completed") return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${id} is not over: ${serving.output()}`);
}

describe("if the operator serves unpriced requests", () => {
  test("unpriced units are marked, and priced units are charged", async () => {
    const env = { UNPRICED_MODELS: "serve", VIDEO_POLL_MS: "100" };
    const serving = await openPooledGateway({ upstream, providers, env });
    const video = await serving.call("POST", "/videos", { ...VIDEO, resolution: "720p" });
    await over(serving, video.body.id);
    const made = await recordOf(serving, video.headers);
    expect(made).toMatchObject({ cost_nano_usd: 0, usage_units: { seconds: 2 }, unpriced_units: ["seconds"] });
    upstream.reset();
    upstream.script({ times: 1, reply: SPOKEN });
    const speech = await serving.call("POST", "/audio/speech", SPEECH);
    const spoken = await recordOf(serving, speech.headers);
    expect(spoken).toMatchObject({ cost_nano_usd: 0, unpriced_units: ["characters"], cost_proof: { holds: true } });
    upstream.reset();
    upstream.script({ reply: EMBEDDED });
    const response = await serving.call("POST", "/embeddings", PICTURES, {
      headers: { "x-switchboard-metadata": "on" },
    });
    const record = await recordOf(serving, response.headers);
    await serving.stop();
    // 2 x 0.12 USD per million: images are not charged like text.
    expect(record).toMatchObject({ cost_nano_usd: 240, unpriced_units: ["input_image_tokens"] });
    expect(record.cost_proof).toMatchObject({ holds: true });
  });
});

test("a new price applies at once, and the model is no longer marked", async () => {
  const priced = await openPooledGateway({ upstream, providers });
  const hd = { unit: "seconds", variant: "720p", nano_usd_per_million: 70_000_000_000_000 };
  await setPrice(priced, { model_endpoint: "x-ai/grok-imagine-video@xai", ...hd });
  const spoken = { unit: "characters", nano_usd_per_million: 50_000_000_000 };
  await setPrice(priced, { model_endpoint: "elevenlabs/eleven-v3@elevenlabs", ...spoken });
  upstream.script({ match: ({ path }) => path.startsWith("/elevenlabs/"), reply: SPOKEN });
  const speech = await priced.call("POST", "/audio/speech", SPEECH);
  expect(await recordOf(priced, speech.headers)).toMatchObject({ cost_nano_usd: 12 * 50_000, unpriced_units: [] });
  expect((await priced.call("POST", "/videos", { ...VIDEO, resolution: "720p" })).status).toBe(200);
  const { endpoints } = (await priced.call("GET", "/models/elevenlabs/eleven-v3/endpoints")).body.data;
  expect(endpoints).toMatchObject([{ unpriced: [], pricing: { character: "0.00005" } }]);
  expect(Number(endpoints[0].pricing.prompt)).toBe(0);
  const { data } = (await priced.call("GET", "/models/x-ai/grok-imagine-video/endpoints")).body;
  expect(data.endpoints).toMatchObject([{ unpriced: [] }]);
  await priced.stop();
});
