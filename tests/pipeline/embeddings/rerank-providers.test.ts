import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { recordOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["cohere", "voyage", "jina"],
});

type Wire = {
  name: string;
  model: string;
  path: string;
  /** In addition to query and documents. */
  body?: object;
  documents?: unknown[];
  sent: object;
  /** As the provider's documentation shows it. */
  reply: object;
  usage: object;
  units: object;
};

const TEXTS = ["Carson City is the capital of Nevada", "Washington, D.C. is the capital of the United States"];
const QUERY = "What is the capital of the United States?";

const wires: Wire[] = [
  {
    name: "Cohere, version 2: no return_documents, search units billed",
    model: "cohere/rerank-v3.5",
    path: "/cohere/v2/rerank",
    body: { top_n: 2, max_tokens_per_doc: 512, provider: { options: { cohere: { priority: 1 } } } },
    sent: { model: "rerank-v3.5", query: QUERY, documents: TEXTS, top_n: 2, max_tokens_per_doc: 512, priority: 1 },
    reply: {
      results: [
        { index: 1, relevance_score: 0.999071 },
        { index: 0, relevance_score: 0.32713068 },
      ],
      id: "07734bd2-2473-4f07-94e1-0d9f0e6843cf",
      meta: { api_version: { version: "2", is_experimental: false }, billed_units: { search_units: 1 } },
    },
    usage: { search_units: 1, cost: 0.002 },
    units: { search_units: 1 },
  },
  {
    name: "Voyage: top_k, and its results under data",
    model: "voyageai/rerank-2.5",
    path: "/voyage/v1/rerank",
    body: { top_n: 2, truncation: false },
    sent: { model: "rerank-2.5", query: QUERY, documents: TEXTS, top_k: 2, truncation: false, return_documents: false },
    reply: {
      object: "list",
      data: [
        { relevance_score: 0.4375, index: 1 },
        { relevance_score: 0.421875, index: 0 },
      ],
      model: "rerank-2.5",
      usage: { total_tokens: 26 },
    },
    usage: { total_tokens: 26, cost: 0.0000013 },
    units: { input_tokens: 26 },
  },
  {
    name: "Jina: pictures as addresses or bare base64",
    model: "jinaai/jina-reranker-m0",
    path: "/jina/v1/rerank",
    documents: [
      "a text",
      { text: "another" },
      { image: "https://example.com/a.png" },
      { image: "data:image/png;base64,QUJD" },
    ],
    sent: {
      model: "jina-reranker-m0",
      query: QUERY,
      documents: ["a text", { text: "another" }, { image: "https://example.com/a.png" }, { image: "QUJD" }],
      return_documents: false,
    },
    reply: {
      model: "jina-reranker-m0",
      object: "list",
      usage: { total_tokens: 2829 },
      results: [
        { index: 3, relevance_score: 0.9587112551898949 },
        { index: 1, relevance_score: 0.9337408271911014 },
      ],
    },
    usage: { total_tokens: 2829, cost: 0.00014145 },
    units: { input_tokens: 2829 },
  },
];

describe("the documented wire format", () => {
  test.each(wires)("$name", async ({ model, path, body, documents = TEXTS, sent, reply, usage, units }) => {
    upstream.script({ reply: { headers: { "content-type": "application/json" }, body: JSON.stringify(reply) } });
    const asked = { model, query: QUERY, documents, ...body, user: "u1", session_id: "s1", trace: { trace_id: "t" } };
    const answer = await gateway.call("POST", "/rerank", asked);
    expect(answer.status).toBe(200);
    expect(upstream.requests.map(({ path }) => path)).toEqual([path]);
    expect(upstream.requests[0]?.headers.authorization).toBe(`Bearer key-of-${path.split("/")[1]}`);
    expect(upstream.requests[0]?.body).toEqual(sent);
    const given = (reply as { results?: object[]; data?: object[] }).results ?? (reply as { data: object[] }).data;
    expect(answer.body.results).toMatchObject(given);
    expect(answer.body.usage).toEqual({ ...usage, is_byok: false });
    const record = await recordOf(gateway, answer.headers);
    expect(record).toMatchObject({ usage_units: units, session_id: "s1", external_user: "u1", usage_estimated: false });
    expect(record.cost_proof).toMatchObject({ holds: true });
  });

  test("a document field that is neither text nor image is not sent, and the log says so", async () => {
    const documents = [{ text: "a", title: "Title", rank: 1 }];
    const { headers } = await gateway.call("POST", "/rerank", { model: "cohere/rerank-v3.5", query: "q", documents });
    expect(upstream.requests[0]?.body).toMatchObject({ documents: ["a"] });
    const { notes } = await recordOf(gateway, headers);
    expect(notes).toEqual(["documents: title, rank dropped (neither text nor image)"]);
  });
});

describe("provider errors reach the caller", () => {
  const errors: [string, number, object, string][] = [
    [
      "cohere/rerank-v3.5",
      400,
      { id: "x", message: "invalid request: top_n must be positive" },
      "top_n must be positive",
    ],
    ["voyageai/rerank-2.5", 400, { detail: "The request body is not valid JSON." }, "not valid JSON"],
    [
      "jinaai/jina-reranker-m0",
      400,
      { code: "INPUT_MODEL_NOT_FOUND", detail: "Model 'X' not found" },
      "Model 'X' not found",
    ],
    [
      "jinaai/jina-reranker-m0",
      422,
      { detail: [{ loc: ["body", "query"], msg: "Field required" }] },
      "body.query: Field required",
    ],
  ];
  test.each(errors)("%s %i", async (model, status, reply, message) => {
    upstream.script({
      reply: { status, headers: { "content-type": "application/json" }, body: JSON.stringify(reply) },
    });
    const answer = await gateway.call("POST", "/rerank", { model, query: "q", documents: ["a"] });
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringContaining(message)]);
  });
});
