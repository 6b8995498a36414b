import { GoogleGenAI } from "@google/genai";
import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { recordOf } from "../../pipeline/calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai", "voyage"] });

const EMBEDDING = "google/gemini-embedding-001";
const saying = (text: string) => ({ parts: [{ text }] });
const client = () => new GoogleGenAI({ apiKey: gateway.managementKey, httpOptions: { baseUrl: gateway.url } });
const sentBody = () => upstream.requests.at(-1)?.body as Body;

async function post(method: string, body: Body, model = EMBEDDING) {
  const response = await fetch(`${gateway.url}/v1beta/models/${model}:${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": gateway.managementKey },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function vectorsOf(model: string, input: string[]): Promise<number[][]> {
  const { body } = await gateway.call("POST", "/embeddings", { model, input });
  return body.data.map(({ embedding }: { embedding: number[] }) => embedding);
}

describe("embeddings for clients of the Gemini API", () => {
  test.each([EMBEDDING, "gemini-embedding-001", "openai/text-embedding-3-small", "local/word-hash"])(
    "are those of /embeddings, of %s",
    async (model) => {
      const { embeddings } = await client().models.embedContent({ model, contents: ["A dog", "A cat"] });
      expect(embeddings?.map(({ values }) => values)).toEqual(await vectorsOf(model, ["A dog", "A cat"]));
    },
  );

  test("pass the task and the number of dimensions on, for any provider", async () => {
    const config = { taskType: "RETRIEVAL_QUERY", outputDimensionality: 256 };
    await client().models.embedContent({ model: EMBEDDING, contents: "A dog", config });
    expect(sentBody()).toMatchObject({ requests: [{ ...config, content: saying("A dog") }] });
    await client().models.embedContent({ model: "voyageai/voyage-3.5", contents: "A dog", config });
    expect(sentBody()).toMatchObject({ input: ["A dog"], input_type: "query", output_dimension: 256 });
  });

  test("are charged and recorded as embeddings", async () => {
    const { headers, body } = await post("embedContent", { content: saying("A dog") });
    expect(body.embedding.values.length).toBeGreaterThan(0);
    expect(body.usageMetadata.promptTokenCount).toBeGreaterThan(0);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ model: EMBEDDING, native_tokens_prompt: body.usageMetadata.promptTokenCount });
    expect(record.total_cost).toBeGreaterThan(0);
  });

  test("have images and texts in one content, for a model that embeds them", async () => {
    const content = { parts: [{ text: "A dog" }, { inline_data: { mime_type: "image/png", data: "iVBORw0KGgo=" } }] };
    const { status } = await post("embedContent", { content }, "google/gemini-embedding-2");
    expect(status).toBe(200);
    const [{ content: sent }] = sentBody().requests as { content: unknown }[] as [{ content: unknown }];
    expect(sent).toEqual({
      parts: [{ text: "A dog" }, { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }],
    });
    expect((await post("embedContent", { content }, "openai/text-embedding-3-small")).body.error.message).toContain(
      "does not support image input",
    );
  });

  test.each<[string, string, Body, string]>([
    ["embedContent", "no content", {}, "content: required"],
    ["embedContent", "a provider that is a number", { content: saying("A"), provider: { only: [1] } }, "provider.only"],
    ["batchEmbedContents", "tags that are a text", { requests: [{ content: saying("A") }], tags: "a" }, "tags: "],
    ["embedContent", "no part", { content: { parts: [] } }, "content.parts: must not be empty"],
    ["embedContent", "an empty text", { content: saying("") }, "content.parts[0].text: must not be empty"],
    ["embedContent", "an unknown field", { content: saying("A"), dims: 3 }, "dims: is not supported here"],
    ["embedContent", "half a dimension", { content: saying("A"), outputDimensionality: 1.5 }, "must be a whole number"],
    ["batchEmbedContents", "no request", { requests: [] }, "requests: must not be empty"],
    [
      "batchEmbedContents",
      "two tasks",
      { requests: [{ content: saying("A") }, { content: saying("B"), taskType: "CLUSTERING" }] },
      "requests[1]: must have the same settings as the first one",
    ],
  ])("%s with %s is a 400 in Google's form", async (method, _, body, message) => {
    const { status, body: failed } = await post(method, body);
    expect(failed.error.message).toContain(message);
    expect(status).toBe(400);
    expect(failed.error.status).toBe("INVALID_ARGUMENT");
  });
});
