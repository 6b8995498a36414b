import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { expectDisconnect } from "../attempts/disconnect.ts";
import { recordOf } from "../calling.ts";
import { type Failure, LAST_FAILURES, triedProviders, WHOLE_FAILURES } from "../media/whole-failures.ts";
import { embeddingAt, SMALL } from "./embedding.ts";

const SHARED = "qwen/qwen3-embedding-8b";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "scaleway", "nebius", "huggingface"],
  env: { LAST_FIRST_CONTENT_TIMEOUT_MS: "1500", IDLE_TIMEOUT_MS: "1000" },
});

const embed = embeddingAt(gateway);

const sent = (at = 0) => upstream.requests[at]?.body as Record<string, unknown>;

describe("valid inputs", () => {
  const inputs: [string, unknown, unknown, number][] = [
    ["a text", "Good morning", "Good morning", 1],
    ["several texts", ["Good morning", "Good night"], ["Good morning", "Good night"], 2],
    ["one text as tokens", [15496, 995, 11], [15496, 995, 11], 1],
    ["several as tokens", [[15496], [995, 11]], [[15496], [995, 11]], 2],
    [
      "text parts",
      [{ content: [{ type: "text", text: "Good" }] }, { content: [{ type: "text", text: "night" }] }],
      ["Good", "night"],
      2,
    ],
  ];
  test.each(inputs)("%s", async (_, input, passedOn, count) => {
    const { status, body, headers } = await embed({ input });
    expect(status).toBe(200);
    expect(sent()).toEqual({ model: "text-embedding-3-small", input: passedOn });
    expect(body).toMatchObject({ object: "list", model: SMALL, id: headers.get("x-generation-id") });
    expect(body.data.map(({ index, object }: { index: number; object: string }) => [index, object])).toEqual(
      Array.from({ length: count }, (_, index) => [index, "embedding"]),
    );
    expect(body.data[0].embedding).toHaveLength(1536);
    expect(body.usage.prompt_tokens).toBeGreaterThan(0);
    expect(body.usage.total_tokens).toBe(body.usage.prompt_tokens);
  });

  test("every upstream field is sent, and no gateway field", async () => {
    const mine = { dimensions: 64, encoding_format: "float", user: "u1", future_field: { a: 1 } };
    const ours = { session_id: "s1", trace: { trace_id: "t" }, input_type: "search_query" };
    const provider = { only: ["openai"], options: { openai: { extra: 1, input: "other" }, scaleway: { extra: 2 } } };
    const { body, headers } = await embed({ ...mine, ...ours, provider });
    expect(sent()).toEqual({ model: "text-embedding-3-small", input: "Good morning", extra: 1, ...mine });
    expect(body.data[0].embedding).toHaveLength(64);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ session_id: "s1", external_user: "u1" });
    expect(record.notes).toEqual(["input_type: dropped (not supported by the provider)"]);
  });

  const wrong: [string, object, RegExp][] = [
    ["no input", { input: undefined }, /input/],
    ["an empty text", { input: "" }, /input/],
    ["no inputs", { input: [] }, /input/],
    ["an empty text among others", { input: ["a", ""] }, /input/],
    ["inputs of several kinds", { input: ["a", 1] }, /same type/],
    ["a part of an unknown kind", { input: [{ content: [{ type: "smell" }] }] }, /input/],
    ["a negative token", { input: [-1] }, /input/],
    ["no model", { model: undefined }, /model/],
    ["no dimensions", { dimensions: 0 }, /dimensions/],
    ["half a dimension", { dimensions: 1.5 }, /dimensions/],
    ["an unknown encoding", { encoding_format: "hex" }, /encoding_format/],
    ["a model of another kind", { model: "openai/gpt-4o-mini" }, /makes text, not embeddings/],
    [
      "a picture for a model of texts",
      { input: [{ content: [{ type: "image_url", image_url: { url: "https://example.com/a.png" } }] }] },
      /does not support image input/,
    ],
  ];
  test.each(wrong)("%s is rejected with 400, and nothing is sent", async (_, body, message) => {
    const response = await embed(body);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ code: 400, message: expect.stringMatching(message) });
    expect(upstream.requests).toHaveLength(0);
  });

  test("an unknown model is a 404, and a text request for an embedding model a 400", async () => {
    expect((await embed({ model: "openai/text-embedding-9" })).status).toBe(404);
    const chat = { model: SMALL, messages: [{ role: "user", content: "Hi" }] };
    expect((await gateway.call("POST", "/chat/completions", chat)).status).toBe(400);
    expect(upstream.requests).toHaveLength(0);
  });
});

describe("vectors are returned in the requested format", () => {
  const vector = [0.5, -0.25, 1];
  const base64 = Buffer.from(Float32Array.from(vector).buffer).toString("base64");
  test.each([
    ["numbers", "numbers", vector, "float", vector],
    ["numbers", "base64", vector, "base64", base64],
    ["base64", "numbers", base64, "float", vector],
    ["base64", "base64", base64, "base64", base64],
  ])("are converted from %s to %s", async (_, __, embedding, encoding_format, expected) => {
    const reply = { data: [{ index: 0, embedding }], usage: { prompt_tokens: 2, total_tokens: 2 } };
    upstream.script({ reply: { body: JSON.stringify(reply) } });
    const { body } = await embed({ encoding_format });
    expect(body.data).toEqual([{ object: "embedding", index: 0, embedding: expected }]);
  });

  test("are in the order of the inputs, whatever the upstream's order", async () => {
    const data = [
      { index: 1, embedding: [2] },
      { index: 0, embedding: [1] },
    ];
    upstream.script({ reply: { body: JSON.stringify({ data, usage: { prompt_tokens: 2 } }) } });
    const { body } = await embed({ input: ["a", "b"] });
    expect(body.data.map(({ embedding }: { embedding: number[] }) => embedding)).toEqual([[1], [2]]);
  });
});

describe("a failure moves on to the next provider", () => {
  const failures: [string, Failure][] = [
    ...WHOLE_FAILURES,
    ["too few vectors", { reply: { body: '{"data":[],"usage":{"prompt_tokens":1}}' } }],
    ["no vector", { reply: { body: '{"data":[{"index":0,"embedding":null}]}' } }],
  ];
  test.each(failures)("%s", async (_, failure) => {
    // Five failures in a row would open the circuit.
    await embed({ model: SHARED, provider: { only: ["scaleway"] } });
    upstream.reset();
    upstream.script({ match: ({ path }) => path.startsWith("/scaleway/"), ...failure });
    const provider = { order: ["scaleway", "nebius"], allow_fallbacks: false };
    const { status, body, headers } = await embed({ model: SHARED, provider });
    expect(status).toBe(200);
    expect(body.data[0].embedding.length).toBeGreaterThan(0);
    const record = await recordOf(gateway, headers);
    expect(triedProviders(record)).toEqual(["scaleway", "nebius"]);
    expect(record.provider_responses[0].status).toBeGreaterThanOrEqual(400);
  });

  test.each(LAST_FAILURES)(
    "the last provider's %o becomes %i, with a row that costs nothing",
    async (fault, status) => {
      upstream.script({ fault });
      const response = await embed({ model: SHARED, provider: { only: ["huggingface"] } });
      expect(response.status).toBe(status);
      expect(response.body).toMatchObject({
        type: "error",
        error: { code: status, metadata: { provider_name: "Hugging Face" } },
      });
      const record = await recordOf(gateway, response.headers);
      expect(record).toMatchObject({ status, api_type: "embeddings", finish_reason: "error", cost_nano_usd: 0 });
    },
  );
});

describe("the cost of a request", () => {
  test("is the upstream's usage at the model's price, and can be recomputed", async () => {
    const { body, headers } = await embed({ input: [Array.from({ length: 1000 }, (_, token) => token)] });
    expect(body.usage).toEqual({ prompt_tokens: 1000, total_tokens: 1000, cost: 0.00002, is_byok: false });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({
      api_type: "embeddings",
      dialect: null,
      model: SMALL,
      provider_name: "openai",
      status: 200,
      cost_nano_usd: 20_000,
      total_cost: 0.00002,
      usage_units: { input_tokens: 1000 },
      usage_estimated: false,
      tokens_prompt: 1000,
      tokens_completion: 0,
      streamed: false,
      finish_reason: "stop",
      unpriced_units: [],
    });
    expect(record.cost_proof).toMatchObject({ holds: true, nano_usd: 20_000 });
  });

  test("is estimated if the upstream reports no usage", async () => {
    upstream.script({ fault: { omitUsage: true } });
    const { body, headers } = await embed({ input: "Good morning to all of you" });
    expect(body.usage.prompt_tokens).toBeGreaterThan(3);
    expect(await recordOf(gateway, headers)).toMatchObject({ usage_estimated: true, status: 200 });
  });

  test("is rejected with 402 if a limit does not cover it, and nothing is sent", async () => {
    const { key } = await gateway.newKey({ limit: 0.000001 });
    const response = await embed({ input: "word ".repeat(2000) }, { key });
    expect(response.status).toBe(402);
    expect(upstream.requests).toHaveLength(0);
  });

  test("is zero with BYOK", async () => {
    const stored = await gateway.call("POST", "/byok", { provider: "openai", key: "sk-own-000000000000000000" });
    const { body, headers } = await embed({});
    await gateway.call("DELETE", `/byok/${stored.body.data.id}`);
    expect(upstream.requests[0]?.headers.authorization).toBe("Bearer sk-own-000000000000000000");
    expect(body.usage).toMatchObject({ cost: 0, is_byok: true });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ is_byok: true, total_cost: 0 });
    expect(record.upstream_inference_cost).toBeGreaterThan(0);
  });
});

describe("max_price", () => {
  const within = async (max_price: object) => (await embed({ provider: { max_price } })).status;

  test("applies only to the units that embeddings are charged by", async () => {
    expect(await within({ prompt: 0.02, completion: 0, request: "0", image: 0 })).toBe(200);
    expect(await within({ prompt: "0.019" })).toBe(404);
  });
});

test("routing metadata is returned with the vectors if requested", async () => {
  const { body } = await embed({}, { headers: { "x-service-metadata": "enabled" } });
  expect(body.service_metadata).toMatchObject({ requested: SMALL, strategy: "direct", is_byok: false, attempt: 1 });
  expect((await embed({})).body.service_metadata).toBeUndefined();
});

test("a caller who disconnects stops the upstream, and the row says so", () =>
  expectDisconnect(gateway, upstream, "/embeddings", { model: SMALL, input: "Hello" }));
