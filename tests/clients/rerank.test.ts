import { createCohere } from "@ai-sdk/cohere";
import { rerank } from "ai";
import { describe, expect, test } from "vitest";
import { openrouterClient } from "./openrouter/openrouter-responses.ts";
import { openWorld } from "./scenario/scenario-world.ts";

const world = openWorld();
const model = "local/word-overlap";
const query = "How do I reset my password?";
const documents = ["The weather is fine", "A forgotten password can be reset in the settings", "password"];

describe("@openrouter/sdk", () => {
  test("rerank.rerank() returns the documents by relevance, and validates the response", async () => {
    const response = await openrouterClient(world.connection()).rerank.rerank({
      requestBody: { model, query, documents: [...documents, { text: "How do I cook rice?" }], topN: 2 },
    });
    if (typeof response === "string") throw new Error("not parsed");
    expect(response).toMatchObject({ model, provider: "Local", usage: { cost: 0, totalTokens: expect.any(Number) } });
    expect(response.results.map(({ index }) => index)).toEqual([1, 2]);
    expect(response.results[0]?.document).toEqual({ text: documents[1] });
  });

  test("an image for a text-only model is rejected with the reason", async () => {
    const image = "https://example.com/a.png";
    const call = openrouterClient(world.connection()).rerank.rerank({
      requestBody: { model, query, documents: [{ image }] },
    });
    await expect(call).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("does not support images"),
    });
  });
});

// Among the packages for `ai`, Cohere's uses `/rerank` as this gateway serves it.
describe("ai with @ai-sdk/cohere", () => {
  const reranker = () => createCohere({ apiKey: world.key, baseURL: `${world.gateway.url}/api/v1` }).reranking(model);

  test("rerank() of texts", async () => {
    const { ranking, rerankedDocuments } = await rerank({ model: reranker(), query, documents, topN: 2 });
    expect(ranking.map(({ originalIndex }) => originalIndex)).toEqual([1, 2]);
    expect(rerankedDocuments[0]).toBe(documents[1]);
  });

  test("rerank() of objects, which it sends as JSON", async () => {
    const records = documents.map((note, id) => ({ id, note }));
    const { rerankedDocuments } = await rerank({ model: reranker(), query, documents: records });
    expect(rerankedDocuments[0]).toEqual({ id: 1, note: documents[1] });
  });

  test("an unknown model is an error with its status", async () => {
    const unknown = createCohere({ apiKey: world.key, baseURL: `${world.gateway.url}/api/v1` }).reranking("no/model");
    const call = rerank({ model: unknown, query, documents, maxRetries: 0 });
    await expect(call).rejects.toMatchObject({ statusCode: 404 });
  });
});
