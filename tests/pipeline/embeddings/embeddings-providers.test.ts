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
const data = VECTORS.map((embedding, index) => ({ object: "embedding", embedding, index }));
const text = (value: string) => ({ type: "text", text: value });
const picture = (url: string) => ({ type: "image_url", image_url: { url } });

type Wire = {
  name: string;
  model: string;
  body: { input: unknown } & Record<string, unknown>;
  path: string;
  sent: object;
  /** As the provider's documentation shows it. */
  reply: object;
  units: object;
  notes?: string[];
};

const wires: Wire[] = [
  {
    name: "Mistral: output_dimension, and no user",
    model: "mistralai/mistral-embed",
    body: { input: ["a", "b"], dimensions: 256, encoding_format: "float", input_type: "query" },
    path: "/mistral/v1/embeddings",
    sent: { model: "mistral-embed", input: ["a", "b"], output_dimension: 256, encoding_format: "float" },
    reply: {
      id: "cmpl-e5c",
      object: "list",
      data,
      model: "mistral-embed",
      usage: { prompt_tokens: 9, total_tokens: 9 },
    },
    units: { input_tokens: 9 },
    notes: ["input_type: dropped (not supported by the provider)"],
  },
  {
    name: "Google: a batch of contents",
    model: "google/gemini-embedding-001",
    body: { input: ["a", "b"], dimensions: 768, input_type: "search_query" },
    path: "/google/v1beta/models/gemini-embedding-001:batchEmbedContents",
    sent: {
      requests: ["a", "b"].map((value) => ({
        model: "models/gemini-embedding-001",
        taskType: "RETRIEVAL_QUERY",
        outputDimensionality: 768,
        content: { parts: [{ text: value }] },
      })),
    },
    reply: { embeddings: VECTORS.map((values) => ({ values })), usageMetadata: { promptTokenCount: 2 } },
    units: { input_tokens: 2 },
  },
  {
    name: "Google's second model: parts of every kind, told nothing of their use",
    model: "google/gemini-embedding-2",
    body: {
      input: [
        { content: [text("a"), picture(PNG)] },
        { content: [{ type: "input_audio", input_audio: { data: "QUJD", format: "wav" } }] },
      ],
      input_type: "search_document",
    },
    path: "/google/v1beta/models/gemini-embedding-2:batchEmbedContents",
    sent: {
      requests: [
        {
          model: "models/gemini-embedding-2",
          content: { parts: [{ text: "a" }, { inlineData: { mimeType: "image/png", data: "QUJD" } }] },
        },
        {
          model: "models/gemini-embedding-2",
          content: { parts: [{ inlineData: { mimeType: "audio/wav", data: "QUJD" } }] },
        },
      ],
    },
    reply: {
      embeddings: VECTORS.map((values) => ({ values })),
      usageMetadata: {
        promptTokenCount: 300,
        promptTokenDetails: [
          { modality: "TEXT", tokenCount: 2 },
          { modality: "IMAGE", tokenCount: 258 },
          { modality: "AUDIO", tokenCount: 40 },
        ],
      },
    },
    units: { input_tokens: 2, input_image_tokens: 258, input_audio_tokens: 40 },
    notes: ["input_type: dropped (not supported by the model)"],
  },
  {
    name: "Cohere: texts, with what they are for",
    model: "cohere/embed-english-v3.0",
    body: { input: ["a", "b"], truncate: "NONE" },
    path: "/cohere/v2/embed",
    sent: {
      model: "embed-english-v3.0",
      texts: ["a", "b"],
      truncate: "NONE",
      input_type: "search_document",
      embedding_types: ["float"],
    },
    reply: {
      id: "da6e531f-54c5-4a73-bf92-f60566d8d753",
      embeddings: { float: VECTORS },
      texts: ["a", "b"],
      meta: { api_version: { version: "2" }, billed_units: { input_tokens: 2 } },
    },
    units: { input_tokens: 2 },
  },
  {
    name: "Cohere: texts and pictures together",
    model: "cohere/embed-v4.0",
    body: {
      input: [{ content: [text("a"), picture(PNG)] }, { content: [text("b")] }],
      dimensions: 512,
      input_type: "query",
    },
    path: "/cohere/v2/embed",
    sent: {
      model: "embed-v4.0",
      inputs: [{ content: [text("a"), picture(PNG)] }, { content: [text("b")] }],
      input_type: "search_query",
      embedding_types: ["float"],
      output_dimension: 512,
    },
    reply: {
      id: "x",
      embeddings: { float: VECTORS },
      meta: { api_version: { version: "2" }, billed_units: { input_tokens: 2, image_tokens: 1610, images: 1 } },
    },
    units: { input_tokens: 2, input_image_tokens: 1610 },
  },
  {
    name: "Voyage: texts",
    model: "voyageai/voyage-3-large",
    body: { input: ["a", "b"], dimensions: 256, input_type: "search_document", encoding_format: "float" },
    path: "/voyage/v1/embeddings",
    sent: { model: "voyage-3-large", input: ["a", "b"], input_type: "document", output_dimension: 256 },
    reply: { object: "list", data, model: "voyage-3-large", usage: { total_tokens: 10 } },
    units: { input_tokens: 10 },
  },
  {
    name: "Voyage: what it has no word for",
    model: "voyageai/voyage-3-large",
    body: { input: ["a", "b"], input_type: "classification" },
    path: "/voyage/v1/embeddings",
    sent: { model: "voyage-3-large", input: ["a", "b"] },
    reply: { object: "list", data, model: "voyage-3-large", usage: { total_tokens: 10 } },
    units: { input_tokens: 10 },
    notes: ["input_type: dropped (the provider does not support classification)"],
  },
  {
    name: "Voyage: chunks in their context",
    model: "voyageai/voyage-context-3",
    body: { input: ["a", "b"] },
    path: "/voyage/v1/contextualizedembeddings",
    sent: { model: "voyage-context-3", inputs: [["a"], ["b"]] },
    reply: {
      object: "list",
      data: VECTORS.map((embedding, index) => ({
        object: "list",
        data: [{ object: "embedding", embedding, index: 0 }],
        index,
      })),
      model: "voyage-context-3",
      usage: { total_tokens: 10 },
    },
    units: { input_tokens: 10 },
  },
  {
    name: "Voyage: texts and pictures, billed by pixels",
    model: "voyageai/voyage-multimodal-3",
    body: { input: [{ content: [text("a"), picture(ADDRESS)] }, { content: [picture(PNG)] }] },
    path: "/voyage/v1/multimodalembeddings",
    sent: {
      model: "voyage-multimodal-3",
      inputs: [
        { content: [text("a"), { type: "image_url", image_url: ADDRESS }] },
        { content: [{ type: "image_base64", image_base64: PNG }] },
      ],
    },
    reply: {
      object: "list",
      data,
      model: "voyage-multimodal-3",
      usage: { text_tokens: 5, image_pixels: 2_000_001, total_tokens: 3576 },
    },
    units: { input_tokens: 5, megapixels: 2.000001 },
  },
  {
    name: "Jina: texts and pictures, each an input",
    model: "jinaai/jina-embeddings-v4",
    body: { input: [{ content: [text("a")] }, { content: [picture(PNG)] }], dimensions: 128, input_type: "query" },
    path: "/jina/v1/embeddings",
    sent: {
      model: "jina-embeddings-v4",
      input: ["a", { image: "QUJD" }],
      task: "retrieval.query",
      dimensions: 128,
      embedding_type: "float",
    },
    reply: {
      model: "jina-embeddings-v4",
      object: "list",
      usage: { total_tokens: 30, prompt_tokens: 30, image_tokens: 20 },
      data,
    },
    units: { input_tokens: 10, input_image_tokens: 20 },
  },
];

describe("the documented wire format", () => {
  test.each(wires)("$name", async ({ model, body, path, sent, reply, units, notes = [] }) => {
    upstream.script({ reply: { headers: { "content-type": "application/json" }, body: JSON.stringify(reply) } });
    const asked = { model, ...body, user: "u1", session_id: "s1", trace: { trace_id: "t" } };
    const answer = await gateway.call("POST", "/embeddings", asked);
    expect(answer.status).toBe(200);
    expect(upstream.requests.map(({ path }) => path)).toEqual([path]);
    const { authorization, "x-goog-api-key": google } = upstream.requests[0]?.headers ?? {};
    expect(google ?? authorization).toMatch(/^(Bearer )?key-of-/);
    expect(upstream.requests[0]?.body).toEqual(sent);
    expect(answer.body.data.map(({ embedding }: { embedding: number[] }) => embedding)).toEqual(VECTORS);
    const record = await recordOf(gateway, answer.headers);
    expect(record).toMatchObject({ usage_units: units, usage_estimated: false, unpriced_units: [], notes });
    expect(record.cost_proof).toMatchObject({ holds: true });
    expect(record.cost_nano_usd).toBeGreaterThan(0);
  });

  test("is charged at each unit's own price", async () => {
    const costs: Record<string, number> = {};
    for (const { model, body, reply } of wires) {
      upstream.reset();
      upstream.script({ reply: { headers: { "content-type": "application/json" }, body: JSON.stringify(reply) } });
      const { headers } = await gateway.call("POST", "/embeddings", { model, ...body });
      costs[model] = (await recordOf(gateway, headers)).cost_nano_usd;
    }
    expect(costs).toMatchObject({
      // 2 x 0.20 + 258 x 0.45 + 40 x 6.50 USD a million
      "google/gemini-embedding-2": 400 + 116_100 + 260_000,
      // 2 x 0.12 + 1610 x 0.47 USD a million
      "cohere/embed-v4.0": 240 + 756_700,
      // 5 tokens x 0.12 USD a million + 2.000001 megapixels x 0.0006 USD, rounded half up
      "voyageai/voyage-multimodal-3": 600 + 1_200_001,
      "voyageai/voyage-3-large": 1800,
    });
  });
});
