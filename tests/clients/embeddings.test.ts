import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import { embed, embedMany } from "ai";
import { describe, expect, test } from "vitest";
import { openaiClient } from "./openai-responses.ts";
import { openrouterClient } from "./openrouter/openrouter-responses.ts";
import { openWorld } from "./scenario/scenario-world.ts";

const world = openWorld();
const model = "openai/text-embedding-3-small";

describe("openai", () => {
  // The client requests base64 by default and converts it to numbers.
  test("embeddings.create() returns vectors of numbers", async () => {
    const { data, usage } = await openaiClient(world.connection()).embeddings.create({
      model,
      input: ["Good morning", "Good morning", "Rain"],
      dimensions: 128,
    });
    expect(data.map(({ embedding }) => embedding.length)).toEqual([128, 128, 128]);
    expect(data[0]?.embedding).toEqual(data[1]?.embedding);
    expect(data[0]?.embedding).not.toEqual(data[2]?.embedding);
    expect(usage.prompt_tokens).toBeGreaterThan(0);
  });

  test("embeddings.create() accepts tokens and returns floats", async () => {
    const client = openaiClient(world.connection());
    const { data } = await client.embeddings.create({ model, input: [1, 2, 3], encoding_format: "float" });
    expect(data[0]?.embedding.every(Number.isFinite)).toBe(true);
  });

  test("a model of another kind is a BadRequestError", async () => {
    const call = openaiClient(world.connection()).embeddings.create({ model: "openai/gpt-4o-mini", input: "Hi" });
    await expect(call).rejects.toMatchObject({ status: 400 });
  });
});

describe("@openrouter/sdk", () => {
  test("embeddings.generate() accepts every kind of input, and validates the response", async () => {
    const { embeddings } = openrouterClient(world.connection());
    for (const input of [
      "Hi",
      ["Hi", "there"],
      [1, 2],
      [[1], [2]],
      [{ content: [{ type: "text" as const, text: "Hi" }] }],
    ]) {
      const reply = await embeddings.generate({ requestBody: { model, input } });
      if (typeof reply === "string") throw new Error("not parsed");
      expect(reply).toMatchObject({ object: "list", model, usage: { isByok: false, cost: expect.any(Number) } });
      expect(reply.data[0]?.embedding).toHaveLength(1536);
    }
  });

  test("base64 remains text", async () => {
    const { embeddings } = openrouterClient(world.connection());
    const requestBody = { model, input: "Hi", dimensions: 8, encodingFormat: "base64" as const };
    const reply = await embeddings.generate({ requestBody });
    if (typeof reply === "string") throw new Error("not parsed");
    expect(Buffer.from(reply.data[0]?.embedding as string, "base64")).toHaveLength(32);
  });

  test("embeddings.listModels() lists the embedding models", async () => {
    const pages = await Array.fromAsync(await openrouterClient(world.connection()).embeddings.listModels());
    const models = pages.flatMap(({ result }) => result.data);
    expect(models.map(({ id }) => id)).toContain(model);
  });
});

describe("ai", () => {
  const address = () => ({ apiKey: world.key, baseURL: `${world.gateway.url}/api/v1` });
  const packages = {
    "@ai-sdk/openai": () => createOpenAI(address()).embedding(model),
    "@ai-sdk/openai-compatible": () =>
      createOpenAICompatible({ name: "switchboard", ...address() }).embeddingModel(model),
    "@openrouter/ai-sdk-provider": () => createOpenRouter(address()).textEmbeddingModel(model),
  };

  test.each(Object.entries(packages))("embed() and embedMany() with %s", async (_, made) => {
    const one = await embed({ model: made(), value: "Good morning" });
    expect(one.embedding).toHaveLength(1536);
    expect(one.usage.tokens).toBeGreaterThan(0);
    const { embeddings } = await embedMany({ model: made(), values: ["Good morning", "Rain"] });
    expect(embeddings[0]).toEqual(one.embedding);
    expect(embeddings[1]).not.toEqual(one.embedding);
  });

  test("a requested vector length is returned", async () => {
    const options = { model: createOpenAI(address()).embedding(model), value: "Hi" };
    const { embedding } = await embed({ ...options, providerOptions: { openai: { dimensions: 64 } } });
    expect(embedding).toHaveLength(64);
  });
});
