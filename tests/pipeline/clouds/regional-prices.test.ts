import { afterEach, expect, test } from "vitest";
import { azure } from "#tests/support/clouds/azure.ts";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { serviceAccount, vertex } from "#tests/support/clouds/vertex.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";
import { post, recordOf, saying } from "../calling.ts";
import { transcribe } from "../media/audio/transcribing.ts";

const KEY = "azure-key-of-the-resource-0001";
const MODELS = ["gpt-4.1", "gpt-6-sol", "claude-sonnet-5", "llama-3.3-70b-instruct", "gpt-4o-transcribe"];
const deployments = Object.fromEntries(MODELS.map((model) => [model, model]));
const upstream = sharedUpstream();
const azureCloud = cloudFront(upstream, azure({ name: "contoso", key: KEY, deployments }));
const vertexCloud = cloudFront(upstream, vertex({ project: "acme-ai", location: "europe-west1" }));
const gateway = sharedGateway(() => ({
  env: {
    AZURE_BASE_URL: `${azureCloud.url}/{resource}`,
    GOOGLE_VERTEX_BASE_URL: vertexCloud.url,
    GOOGLE_TOKEN_URL: `${vertexCloud.url}/token`,
  },
}));
const stored: string[] = [];
async function store(provider: string, key: object): Promise<void> {
  const { status, body } = await gateway.call("POST", "/byok", { provider, key, is_required: true });
  expect(status, JSON.stringify(body)).toBe(201);
  stored.push(body.data.id);
}
afterEach(async () => {
  for (const id of stored.splice(0)) await gateway.call("DELETE", `/byok/${id}`);
});

// The multiple of the global price: https://platform.claude.com/docs/en/about-claude/pricing,
// https://azure.microsoft.com/blog/gpt-6-astra-sol-and-luna-for-production-agents-in-microsoft-foundry,
// https://azure.microsoft.com/pricing/details/azure-openai, https://cloud.google.com/vertex-ai/generative-ai/pricing.
test.each([
  ["openai/gpt-4.1", "azure", "europe", 1.1],
  ["openai/gpt-4.1", "azure", "us", 1.1],
  ["openai/gpt-4.1", "azure", "global", 1],
  ["openai/gpt-4.1", "azure", undefined, 1],
  ["openai/gpt-6-sol", "azure", "europe", 1.2],
  ["openai/gpt-6-sol", "azure", "us", 1.1],
  ["anthropic/claude-sonnet-5", "azure", "us", 1.1],
  ["meta-llama/llama-3.3-70b-instruct", "azure", "us", 1],
  ["google/gemini-3.5-flash", "google-vertex", "europe-west1", 1.1],
  ["google/gemini-2.5-flash", "google-vertex", "europe-west1", 1],
])("%s at %s costs in the region %s %f times the price", async (model, provider, place, multiple) => {
  const key =
    provider === "azure"
      ? { resource: "contoso", api_key: KEY, ...(place && { data_region: place }) }
      : { project: "acme-ai", location: place, service_account: serviceAccount };
  await store(provider, key);
  const sent = { ...saying("chat", model, "Hello", { max_tokens: 50 }), provider: { only: [provider] } };
  const response = await post(gateway, "chat", sent);
  expect(response.status, response.text).toBe(200);
  const { cost_proof: proof } = await recordOf(gateway, response.headers);
  expect(proof.holds).toBe(true);
  for (const { units, nano_usd_per_million: price, nano_usd: cost } of proof.lines)
    expect(Number(cost)).toBeCloseTo((units * price * multiple) / 1_000_000, 3);
});

// https://prices.azure.com/api/retail/prices: the meters of data zones, such as gpt-4o-transcribe-aud-inp-dz.
test("a transcript of GPT at Azure costs 1.1 times the price in a data zone", async () => {
  await store("azure", { resource: "contoso", api_key: KEY, data_region: "us" });
  const more = { model: "openai/gpt-4o-transcribe", provider: { only: ["azure"] } };
  const { status, headers } = await transcribe(gateway, wavOf(toneOf(1)), more);
  expect(status).toBe(200);
  const { cost_proof: proof } = await recordOf(gateway, headers);
  expect(proof.holds).toBe(true);
  expect(proof.lines.map(({ unit }: { unit: string }) => unit)).toContain("input_audio_tokens");
  for (const { units, nano_usd_per_million: price, nano_usd: cost } of proof.lines)
    expect(Number(cost)).toBeCloseTo((units * price * 1.1) / 1_000_000, 3);
});

test("sorting by price compares what a request costs in each place", async () => {
  await store("azure", { resource: "contoso", api_key: KEY, data_region: "us" });
  await store("google-vertex", { project: "acme-ai", service_account: serviceAccount });
  const sent = { ...saying("chat", "anthropic/claude-sonnet-5", "Hello"), provider: { sort: "price" } };
  const { text } = await post(gateway, "chat", sent, { headers: { "x-service-metadata": "enabled" } });
  const { service_metadata: metadata, error } = JSON.parse(text);
  const { endpoints } = metadata ?? error.metadata;
  // At Azure's global deployments it costs the same, and Azure would be the first by its name.
  expect(endpoints.available.map(({ provider }: { provider: string }) => provider)).toEqual([
    "Google Vertex AI",
    "Azure",
  ]);
});
