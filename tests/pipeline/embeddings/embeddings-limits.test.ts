import { beforeAll, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { setPrice } from "#tests/support/set-price.ts";
import { recordOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["google", "cohere", "voyage", "jina", "mistral"],
});

beforeAll(async () => {
  const pictures = { unit: "input_image_tokens", nano_usd_per_million: 470_000_000 };
  await setPrice(gateway, { model_endpoint: "cohere/embed-v4.0@cohere", ...pictures });
});

const PNG = "data:image/png;base64,QUJD";
const ADDRESS = "https://example.com/a.png";
const VECTORS = [
  [0.5, -0.25],
  [1, 0.125],
];
const base64 = (vector: number[]) => Buffer.from(Float32Array.from(vector).buffer).toString("base64");
const data = VECTORS.map((embedding, index) => ({ object: "embedding", embedding, index }));
const text = (value: string) => ({ type: "text", text: value });
const picture = (url: string) => ({ type: "image_url", image_url: { url } });
describe("an unsupported request", () => {
  const tokens: string[] = [
    "google/gemini-embedding-001",
    "cohere/embed-english-v3.0",
    "voyageai/voyage-4",
    "jinaai/jina-embeddings-v3",
  ];
  test.each(tokens)("contains tokens: %s", async (model) => {
    const { status, body } = await gateway.call("POST", "/embeddings", { model, input: [1, 2] });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("text, not tokens (in LangChain")]);
    expect(upstream.requests).toHaveLength(0);
  });

  test.each([
    ["cohere/embed-v4.0", { type: "input_audio", input_audio: { data: "QUJD" } }],
    ["voyageai/voyage-multimodal-3", { type: "input_video", input_video: { url: ADDRESS } }],
    ["mistralai/mistral-embed", picture(PNG)],
    ["jinaai/jina-embeddings-v3", picture(PNG)],
  ])("%s with %o", async (model, part) => {
    const { status, body } = await gateway.call("POST", "/embeddings", { model, input: [{ content: [part] }] });
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringMatching(/does not support (audio|video|image) input/),
    ]);
    expect(upstream.requests).toHaveLength(0);
  });

  test("is text and image in one input at Jina", async () => {
    const input = [{ content: [text("a"), picture(PNG)] }];
    const { status } = await gateway.call("POST", "/embeddings", { model: "jinaai/jina-embeddings-v4", input });
    expect(status).toBe(400);
    expect(upstream.requests).toHaveLength(0);
  });

  test("is an image at a private URL", async () => {
    const input = [{ content: [picture("http://127.0.0.1:1/a.png")] }];
    const { status, body } = await gateway.call("POST", "/embeddings", { model: "cohere/embed-v4.0", input });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("public address")]);
    expect(upstream.requests).toHaveLength(0);
  });
});

test("more inputs than a provider accepts at once are sent in batches, in order, as one request", async () => {
  const input = Array.from({ length: 200 }, (_, index) => `text ${index}`);
  const { status, body, headers } = await gateway.call("POST", "/embeddings", {
    model: "cohere/embed-english-v3.0",
    input,
  });
  expect(status).toBe(200);
  const batches = upstream.requests.map(({ body }) => (body as { texts: string[] }).texts);
  expect(batches.map(({ length }) => length)).toEqual([96, 96, 8]);
  expect(batches.flat()).toEqual(input);
  expect(body.data).toHaveLength(200);
  const same = await gateway.call("POST", "/embeddings", { model: "cohere/embed-english-v3.0", input: input[150] });
  expect(body.data[150].embedding).toEqual(same.body.data[0].embedding);
  const record = await recordOf(gateway, headers);
  expect(record.provider_responses).toHaveLength(1);
  expect(record.usage_units.input_tokens).toBe(body.usage.prompt_tokens);
  expect(record.cost_proof.holds).toBe(true);
});

test("base64 is returned if requested, whatever the provider sent", async () => {
  const replies: [string, object][] = [
    ["voyageai/voyage-4", { data: [{ embedding: base64([0.5, 1]), index: 0 }], usage: { total_tokens: 1 } }],
    ["cohere/embed-english-v3.0", { embeddings: { float: [[0.5, 1]] }, meta: { billed_units: { input_tokens: 1 } } }],
  ];
  for (const [model, reply] of replies) {
    upstream.reset();
    upstream.script({ reply: { body: JSON.stringify(reply) } });
    const { body } = await gateway.call("POST", "/embeddings", { model, input: "a", encoding_format: "base64" });
    expect(body.data[0].embedding).toBe(base64([0.5, 1]));
  }
  expect(upstream.requests).toHaveLength(1);
});

test("the reservation includes image pixels, also for images by URL", async () => {
  // Two megapixels per image at 0.0006 USD, and 3,000 tokens at 0.12 USD per million: 0.00156 USD.
  const input = [{ content: [picture(ADDRESS)] }];
  const narrow = await gateway.newKey({ limit: 0.0015 });
  const body = { model: "voyageai/voyage-multimodal-3", input };
  expect((await gateway.call("POST", "/embeddings", body, { key: narrow.key })).status).toBe(402);
  expect(upstream.requests).toHaveLength(0);
  const wide = await gateway.newKey({ limit: 0.0016 });
  upstream.script({ reply: { body: JSON.stringify({ data: data.slice(0, 1), usage: { image_pixels: 50_000 } }) } });
  const { status, headers } = await gateway.call("POST", "/embeddings", body, { key: wide.key });
  expect(status).toBe(200);
  expect((await recordOf(gateway, headers)).cost_nano_usd).toBe(30_000);
});

test("with require_parameters, only providers that support the parameters are used", async () => {
  const body = { model: "voyageai/voyage-law-2", input: "a", dimensions: 256, provider: { require_parameters: true } };
  const { status, body: reply } = await gateway.call("POST", "/embeddings", body);
  expect([status, reply.error.message]).toEqual([404, expect.stringContaining("provider preferences")]);
});
