import { azure } from "#tests/support/clouds/azure.ts";
import { bedrock } from "#tests/support/clouds/bedrock.ts";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { serviceAccount, vertex } from "#tests/support/clouds/vertex.ts";
import { type PriceCase, sum, tokens } from "./price-case.ts";
import { completion, geminiReply, message, response } from "./provider-responses.ts";

const CACHED = {
  input_tokens: 1000,
  cache_read_input_tokens: 5000,
  cache_creation_input_tokens: 200,
  output_tokens: 40,
};
const CLAUDE_COST = sum(tokens(1000, 3), tokens(5000, 0.3), tokens(200, 3.75), tokens(40, 15));
const GPT_USAGE = {
  input_tokens: 10_000,
  input_tokens_details: { cached_tokens: 4000 },
  output_tokens: 1000,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 11_000,
};
const GPT_COST = sum(tokens(6000, 2), tokens(4000, 0.5), tokens(1000, 8));
const sonnet = { model: "anthropic/claude-sonnet-4.5", reply: message(CACHED, CACHED) };

// https://azure.microsoft.com/pricing/details/azure-openai: GPT-4.1 2, cached 0.5, output 8; Claude at Anthropic's prices.
// https://prices.azure.com/api/retail/prices: GPT-4.1 with priority 3.5, cached 0.875, output 14.
// https://aws.amazon.com/bedrock/pricing: Claude in a regional profile 1.1 times the global price; Nova Pro in Frankfurt 1.05,
// cached 0.2, output 4.2. https://cloud.google.com/vertex-ai/generative-ai/pricing: Gemini 2.5 Flash 0.3, cached 0.03, output 2.5; Claude
// in a region 1.1 times.
export const CLOUDS: PriceCase[] = [
  {
    what: "GPT at Azure, cached and fresh",
    provider: "azure",
    model: "openai/gpt-4.1",
    only: ["responses", "messages"],
    reply: response(GPT_USAGE),
    nanoUsd: GPT_COST,
  },
  {
    what: "GPT at Azure, cached and fresh",
    provider: "azure",
    model: "openai/gpt-4.1",
    only: ["chat"],
    reply: completion({
      prompt_tokens: 10_000,
      prompt_tokens_details: { cached_tokens: 4000 },
      completion_tokens: 1000,
      total_tokens: 11_000,
    }),
    nanoUsd: GPT_COST,
  },
  {
    what: "priority processing at Azure",
    provider: "azure",
    model: "openai/gpt-4.1",
    only: ["responses"],
    request: { service_tier: "priority" },
    reply: response(GPT_USAGE, [], { service_tier: "priority" }),
    nanoUsd: sum(tokens(6000, 3.5), tokens(4000, 0.875), tokens(1000, 14)),
  },
  { what: "Claude at Azure, with cache reads and writes", provider: "azure", ...sonnet, nanoUsd: CLAUDE_COST },
  {
    what: "Claude in a regional profile of Bedrock",
    provider: "amazon-bedrock",
    ...sonnet,
    nanoUsd: sum(tokens(1000, 3.3), tokens(5000, 0.33), tokens(200, 4.125), tokens(40, 16.5)),
  },
  {
    what: "Converse in Frankfurt, cached and fresh",
    provider: "amazon-bedrock",
    model: "amazon/nova-pro-v1",
    reply: message({ input_tokens: 1000, cache_read_input_tokens: 500, output_tokens: 40 }),
    nanoUsd: sum(tokens(1000, 1.05), tokens(500, 0.2), tokens(40, 4.2)),
  },
  {
    what: "Claude in a region of Vertex AI",
    provider: "google-vertex",
    ...sonnet,
    nanoUsd: Math.round(CLAUDE_COST * 1.1),
  },
  {
    what: "Gemini at Vertex AI, cached and fresh",
    provider: "google-vertex",
    model: "google/gemini-2.5-flash",
    reply: geminiReply({
      promptTokenCount: 5000,
      cachedContentTokenCount: 3000,
      candidatesTokenCount: 90,
      thoughtsTokenCount: 10,
      totalTokenCount: 5100,
    }),
    nanoUsd: sum(tokens(2000, 0.3), tokens(3000, 0.03), tokens(100, 2.5)),
  },
];

const KEY = "azure-key-of-the-resource-0001";
const deployments = { "gpt-4.1": "gpt-4.1", "claude-sonnet-4-5": "claude-sonnet-4-5" };
const account = {
  accessKeyId: "AKIDEXAMPLE0000000001",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  apiKey: "ABSK-bedrock-key-00000001",
  region: "eu-central-1",
  models: ["eu.anthropic.claude-sonnet-4-5-20250929-v1:0", "eu.amazon.nova-pro-v1:0"],
};

/** Starts fake clouds before an upstream. Returns a function for the variables of a gateway that calls them. */
export function cloudsBefore(upstream: { url: string }): () => Record<string, string> {
  const onAzure = cloudFront(upstream, azure({ name: "contoso", key: KEY, deployments }));
  const onAmazon = cloudFront(upstream, bedrock(account));
  const onGoogle = cloudFront(upstream, vertex({ project: "acme-ai", location: "europe-west1" }));
  return () => ({
    AZURE_BASE_URL: `${onAzure.url}/{resource}`,
    AZURE_RESOURCE_NAME: "contoso",
    AZURE_API_KEY: KEY,
    BEDROCK_BASE_URL: onAmazon.url,
    BEDROCK_REGION: account.region,
    AWS_ACCESS_KEY_ID: account.accessKeyId,
    AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
    GOOGLE_VERTEX_BASE_URL: onGoogle.url,
    GOOGLE_TOKEN_URL: `${onGoogle.url}/token`,
    GOOGLE_VERTEX_PROJECT: "acme-ai",
    GOOGLE_VERTEX_LOCATION: "europe-west1",
    GOOGLE_VERTEX_CREDENTIALS: JSON.stringify(serviceAccount),
  });
}
