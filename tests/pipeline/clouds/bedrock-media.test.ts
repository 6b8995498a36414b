import { createAmazonBedrock } from "@ai-sdk/amazon-bedrock";
import { embedMany, rerank } from "ai";
import { expect, test } from "vitest";
import { recordOf } from "../calling.ts";
import { sharedBedrock } from "./shared-bedrock.ts";

const TITAN = "amazon.titan-embed-text-v2:0";
const { account, cloud, gateway } = sharedBedrock(
  "eu-central-1",
  [
    "amazon.titan-embed-text-v1",
    TITAN,
    "cohere.embed-english-v3",
    "cohere.embed-v4:0",
    "cohere.rerank-v3-5:0",
    "amazon.rerank-v1:0",
  ],
  { UNPRICED_MODELS: "serve" },
);
const here = { provider: { only: ["amazon-bedrock"] } };
const sent = () => cloud.requests.map(({ raw }) => JSON.parse(raw.toString()));

test("Titan embeds one text after another and is charged by Bedrock's count", async () => {
  const asked = { model: "amazon/titan-embed-text-v2", input: ["one", "two words"], dimensions: 256 };
  const { status, body, headers } = await gateway.call("POST", "/embeddings", asked);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.map(({ embedding }: { embedding: number[] }) => embedding.length)).toEqual([256, 256]);
  expect(body.data[1].embedding[0]).toBeCloseTo(0.009);
  expect(sent()).toEqual([
    { inputText: "one", dimensions: 256 },
    { inputText: "two words", dimensions: 256 },
  ]);
  expect(body.usage.prompt_tokens).toBe(3);
  expect(await recordOf(gateway, headers)).toMatchObject({ usage_estimated: false, unpriced_units: [] });
});

test("Titan 1 has one length, and its rejection of another reaches the caller", async () => {
  const asked = { model: "amazon/titan-embed-text-v1", input: "one", dimensions: 256 };
  const { status, body } = await gateway.call("POST", "/embeddings", { ...asked, ...here });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining("extraneous key [dimensions]")]);
});

test("Cohere's models at Bedrock are told what the embedding is for", async () => {
  const asked = { model: "cohere/embed-english-v3.0", input: ["one", "two words"], input_type: "query", ...here };
  const { status, body, headers } = await gateway.call("POST", "/embeddings", asked);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(sent()).toEqual([{ texts: ["one", "two words"], input_type: "search_query", embedding_types: ["float"] }]);
  // 0.10 USD a million.
  expect(await recordOf(gateway, headers)).toMatchObject({ usage_estimated: false, cost_nano_usd: 300 });
});

test("Embed 4 takes images, whose tokens Bedrock does not report apart", async () => {
  const image_url = { url: "data:image/png;base64,iVBORw0KGgo=" };
  const input = [
    {
      content: [
        { type: "text", text: "cat" },
        { type: "image_url", image_url },
      ],
    },
  ];
  const asked = { model: "cohere/embed-v4.0", input, dimensions: 512, ...here };
  const { status, body, headers } = await gateway.call("POST", "/embeddings", asked);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(sent()[0]).toMatchObject({ inputs: input, output_dimension: 512 });
  expect((await recordOf(gateway, headers)).usage_estimated).toBe(true);
});

test.each(["cohere/rerank-v3.5", "amazon/rerank-v1"])("%s ranks documents at Bedrock", async (model) => {
  const documents = ["nothing here", "rainy afternoon in the city", { text: "rainy day", source: "a" }];
  const asked = { model, query: "rainy day", documents, top_n: 2, ...here };
  const { status, body, headers } = await gateway.call("POST", "/rerank", asked);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.results.map(({ index }: { index: number }) => index)).toEqual([2, 1]);
  const { modelArn } = sent()[0].rerankingConfiguration.bedrockRerankingConfiguration.modelConfiguration;
  expect(modelArn).toMatch(/^arn:aws:bedrock:eu-central-1::foundation-model\/(cohere|amazon)\.rerank/);
  const { cost_nano_usd: cost, unpriced_units: unpriced } = await recordOf(gateway, headers);
  expect([cost, unpriced]).toEqual([model.startsWith("cohere") ? 2_000_000 : 1_000_000, []]);
});

test("the fake answers the published client as Bedrock does", async () => {
  const { accessKeyId, secretAccessKey, region } = account;
  const client = createAmazonBedrock({ accessKeyId, secretAccessKey, region, baseURL: cloud.url });
  const { embeddings } = await embedMany({ model: client.embedding(TITAN), values: ["one", "two words"] });
  expect(embeddings.map(([first]) => first)).toEqual([0.003, 0.009]);
  const { ranking } = await rerank({
    model: client.reranking("cohere.rerank-v3-5:0"),
    documents: ["nothing", "rainy day"],
    query: "rainy day",
    topN: 1,
  });
  expect(ranking.map(({ originalIndex }) => originalIndex)).toEqual([1]);
});
