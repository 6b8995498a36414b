import { describe, expect, test } from "vitest";
import type { ApiResult, TestGateway } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { recordOf } from "../calling.ts";
import { type Failure, isRetried, LAST_FAILURES, triedProviders, WHOLE_FAILURES } from "../media/whole-failures.ts";

const COHERE = "cohere/rerank-v3.5";
const VOYAGE = "voyageai/rerank-2.5";
const PICTURES = "jinaai/jina-reranker-m0";
const QUERY = "Where is the red fish?";
const DOCUMENTS = ["A blue bird", "The red fish is here", "red paint"];
const PNG = "data:image/png;base64,iVBORw0KGgo=";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["cohere", "voyage", "jina"],
  env: { LAST_FIRST_CONTENT_TIMEOUT_MS: "1500", IDLE_TIMEOUT_MS: "1000" },
});

type Options = Parameters<TestGateway["call"]>[3];

function rank(body: object, options?: Options): Promise<ApiResult> {
  return gateway.call("POST", "/rerank", { model: COHERE, query: QUERY, documents: DOCUMENTS, ...body }, options);
}

describe("the response", () => {
  test("contains the documents by relevance, with the request's metadata", async () => {
    const { status, body, headers } = await rank({});
    expect(status).toBe(200);
    expect(body).toEqual({
      id: headers.get("x-generation-id"),
      model: COHERE,
      provider: "Cohere",
      results: [
        { index: 1, document: { text: "The red fish is here" }, relevance_score: 0.8 },
        { index: 2, document: { text: "red paint" }, relevance_score: 0.2 },
        { index: 0, document: { text: "A blue bird" }, relevance_score: 0 },
      ],
      usage: { search_units: 1, cost: 0.002, is_byok: false },
      meta: { billed_units: { search_units: 1 } },
    });
  });

  test("has at most top_n results, and all if there are fewer documents", async () => {
    expect((await rank({ top_n: 1 })).body.results.map(({ index }: { index: number }) => index)).toEqual([1]);
    expect((await rank({ top_n: 50 })).body.results).toHaveLength(3);
    expect(upstream.requests.map(({ body }) => (body as { top_n: number }).top_n)).toEqual([1, 3]);
  });

  test("is sorted and truncated, whatever the upstream's order", async () => {
    const results = [0.1, 0.9, 0.5].map((relevance_score, index) => ({ index, relevance_score }));
    upstream.script({ reply: { body: JSON.stringify({ results }) } });
    const { body } = await rank({ top_n: 2 });
    expect(body.results.map(({ index }: { index: number }) => index)).toEqual([1, 2]);
  });

  test("returns an image unchanged", async () => {
    const documents = ["a text", { text: "a text too" }, { image: PNG }, { image: "https://example.com/a.png" }];
    const { body } = await rank({ model: PICTURES, documents });
    const byIndex = body.results.toSorted((a: { index: number }, b: { index: number }) => a.index - b.index);
    expect(byIndex.map(({ document }: { document: object }) => document)).toEqual([
      { text: "a text" },
      ...documents.slice(1),
    ]);
  });
});

describe("valid inputs", () => {
  const wrong: [string, object, RegExp][] = [
    ["no query", { query: undefined }, /query/],
    ["an empty query", { query: "" }, /query/],
    ["a query that is no text", { query: ["a"] }, /query/],
    ["no documents", { documents: undefined }, /documents/],
    ["an empty list of documents", { documents: [] }, /documents/],
    ["documents that are no list", { documents: "a" }, /documents/],
    ["a number among the documents", { documents: ["a", 1] }, /documents.*a document must be a string/],
    ["nothing in a document", { documents: [{}] }, /a text or an image/],
    ["a document of neither", { documents: [{ title: "a" }] }, /a text or an image/],
    ["a picture that is no address", { model: PICTURES, documents: [{ image: "a.png" }] }, /HTTP\(S\) URL/],
    ["a text in place of a picture", { model: PICTURES, documents: [{ image: "data:text/plain,x" }] }, /data URL/],
    ["a picture on this machine", { model: PICTURES, documents: [{ image: "file:///etc/passwd" }] }, /HTTP\(S\)/],
    ["none at all", { top_n: 0 }, /top_n/],
    ["half a document", { top_n: 1.5 }, /top_n/],
    ["how many as a text", { top_n: "2" }, /top_n/],
    ["no model", { model: undefined }, /model/],
    ["a model of another kind", { model: "openai/text-embedding-3-small" }, /makes embeddings, not rerank/],
    ["a picture for a model of texts", { documents: [{ image: PNG }] }, /cohere\/rerank-v3\.5 does not support images/],
    ["a routing that is no object", { provider: "cohere" }, /provider/],
    ["a session that is too long", { session_id: "s".repeat(257) }, /session_id/],
  ];
  test.each(wrong)("rejected: %s", async (_, body, message) => {
    const response = await rank(body);
    expect([response.status, response.body.error?.message]).toEqual([400, expect.stringMatching(message)]);
    expect(response.body.error.code).toBe(400);
    expect(upstream.requests).toHaveLength(0);
  });

  test("an unknown model is a 404, and a missing key a 401", async () => {
    expect((await rank({ model: "cohere/rerank-9" })).status).toBe(404);
    expect((await rank({}, { key: null })).status).toBe(401);
  });

  test("a document with text and image is not sent to a provider that accepts only one of them", async () => {
    const { status, body } = await rank({ model: PICTURES, documents: [{ text: "a", image: PNG }] });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("not both")]);
    expect(upstream.requests).toHaveLength(0);
  });
});

describe("a failure moves on to the next provider", () => {
  const failures: [string, Failure][] = [
    ...WHOLE_FAILURES,
    ["no results", { reply: { body: '{"results":[]}' } }],
    ["a document that was not sent", { reply: { body: '{"results":[{"index":3,"relevance_score":0.5}]}' } }],
    [
      "a document twice",
      { reply: { body: '{"results":[{"index":0,"relevance_score":1},{"index":0,"relevance_score":0}]}' } },
    ],
    ["no score", { reply: { body: '{"results":[{"index":0,"relevance_score":null}]}' } }],
  ];
  test.each(failures)("%s", async (_, failure) => {
    // Five failures in a row would open the circuit.
    await rank({});
    upstream.reset();
    upstream.script({ match: ({ path }) => path.startsWith("/cohere/"), ...failure });
    const { status, body, headers } = await rank({ models: [VOYAGE] });
    expect([status, body.model, body.provider]).toEqual([200, VOYAGE, "Voyage AI"]);
    const record = await recordOf(gateway, headers);
    expect(triedProviders(record)).toEqual(isRetried(failure) ? ["cohere", "cohere", "voyage"] : ["cohere", "voyage"]);
    expect(record.provider_responses[0].status).toBeGreaterThanOrEqual(400);
  });

  test.each(LAST_FAILURES)(
    "the last provider's %o becomes %i, with a row that costs nothing",
    async (fault, status) => {
      await rank({ model: VOYAGE });
      upstream.script({ fault });
      const response = await rank({ model: VOYAGE });
      expect(response.status).toBe(status);
      expect(response.body.error).toMatchObject({ code: status, metadata: { provider_name: "Voyage AI" } });
      const record = await recordOf(gateway, response.headers);
      expect(record).toMatchObject({ status, api_type: "rerank", finish_reason: "error", cost_nano_usd: 0 });
    },
  );
});

describe("the cost of a request", () => {
  test("is the price of Cohere's billed searches, and can be recomputed", async () => {
    const documents = Array.from({ length: 201 }, (_, index) => `document ${index}`);
    const { body, headers } = await rank({ documents });
    expect(body.usage).toEqual({ search_units: 3, cost: 0.006, is_byok: false });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({
      api_type: "rerank",
      dialect: null,
      model: COHERE,
      provider_name: "cohere",
      status: 200,
      streamed: false,
      cost_nano_usd: 6_000_000,
      usage_units: { search_units: 3 },
      usage_estimated: false,
      unpriced_units: [],
      finish_reason: "stop",
    });
    expect(record.cost_proof).toMatchObject({ holds: true, nano_usd: 6_000_000 });
  });

  test("is the price of the tokens Voyage counted", async () => {
    const reply = { object: "list", data: [{ index: 0, relevance_score: 0.5 }], usage: { total_tokens: 2_000_000 } };
    upstream.script({ reply: { body: JSON.stringify(reply) } });
    const { body, headers } = await rank({ model: VOYAGE, documents: ["a"] });
    expect(body.usage).toEqual({ total_tokens: 2_000_000, cost: 0.1, is_byok: false });
    expect(await recordOf(gateway, headers)).toMatchObject({ tokens_prompt: 2_000_000, cost_nano_usd: 100_000_000 });
  });

  test("is estimated in the provider's own unit if nothing was counted", async () => {
    upstream.script({ reply: { body: '{"results":[{"index":0,"relevance_score":1}]}' } });
    const cohere = await recordOf(gateway, (await rank({})).headers);
    expect(cohere).toMatchObject({ usage_estimated: true, cost_nano_usd: 2_000_000, unpriced_units: [] });
    const voyage = await recordOf(gateway, (await rank({ model: VOYAGE })).headers);
    expect(voyage).toMatchObject({ usage_estimated: true, unpriced_units: [] });
    expect(voyage.cost_nano_usd).toBeGreaterThan(0);
  });

  test("is rejected with 402 if a limit does not cover it, and nothing is sent", async () => {
    const { key } = await gateway.newKey({ limit: 0.001 });
    expect((await rank({}, { key })).status).toBe(402);
    expect(upstream.requests).toHaveLength(0);
  });

  test("is zero with BYOK", async () => {
    const stored = await gateway.call("POST", "/byok", { provider: "voyage", key: "own-voyage-0000000000000000" });
    expect(stored.status).toBe(201);
    const { body, headers } = await rank({ model: VOYAGE });
    await gateway.call("DELETE", `/byok/${stored.body.data.id}`);
    expect(upstream.requests[0]?.headers.authorization).toBe("Bearer own-voyage-0000000000000000");
    expect(body.usage).toMatchObject({ cost: 0, is_byok: true });
    expect(await recordOf(gateway, headers)).toMatchObject({ is_byok: true, total_cost: 0 });
  });
});

describe("max_price", () => {
  const within = async (model: string, max_price: object) => (await rank({ model, provider: { max_price } })).status;

  test("applies only to the units that reranking is charged by", async () => {
    expect(await within(COHERE, { prompt: 0, completion: 0, request: 0, image: 0, audio: 0 })).toBe(200);
    expect(await within(VOYAGE, { prompt: 0.05, completion: 0, request: 0 })).toBe(200);
    expect(await within(VOYAGE, { prompt: 0.04 })).toBe(404);
  });
});

test("routing metadata is returned with the results if requested", async () => {
  const { body } = await rank({}, { headers: { "x-service-metadata": "enabled" } });
  expect(body.service_metadata).toMatchObject({ requested: COHERE, strategy: "direct", is_byok: false, attempt: 1 });
  expect((await rank({})).body.service_metadata).toBeUndefined();
});

describe("the local model", () => {
  const local = (query: string, documents: string[], more = {}) =>
    rank({ model: "local/word-overlap", query, documents, ...more });

  test("ranks documents that share rare words first, at no cost", async () => {
    const { body } = await local("How do I reset my password?", [
      "The weather is fine today",
      "You can reset a forgotten password in the settings",
      "How do I cook rice?",
    ]);
    expect(body.results[0]).toMatchObject({ index: 1, document: { text: expect.stringContaining("forgotten") } });
    expect(body.usage).toMatchObject({ cost: 0, total_tokens: expect.any(Number) });
    for (const { relevance_score: score } of body.results) expect(score >= 0 && score <= 1).toBe(true);
  });

  test("ranks by spelling if no word is shared", async () => {
    const { body } = await local("resetting", ["rain in the north", "a reset of the clock"]);
    expect(body.results[0].index).toBe(1);
  });

  test("is described in the catalogue", async () => {
    const { body } = await gateway.call("GET", "/model/local/word-overlap");
    expect(body.data.description).toContain("Not a neural model");
    expect(body.data.supported_parameters).toEqual(["top_n"]);
  });
});
