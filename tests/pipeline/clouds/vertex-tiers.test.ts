import { expect, test } from "vitest";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { serviceAccount, vertex } from "#tests/support/clouds/vertex.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf, saying } from "../calling.ts";

const upstream = sharedUpstream();
const cloud = cloudFront(upstream, vertex({ project: "acme-ai", location: "global" }));
const regional = cloudFront(upstream, vertex({ project: "acme-eu", location: "europe-west1" }));
const GEMINI = "google/gemini-2.5-flash";
const gateway = sharedGateway(() => ({
  env: {
    GOOGLE_VERTEX_BASE_URL: cloud.url,
    GOOGLE_TOKEN_URL: `${cloud.url}/token`,
    GOOGLE_VERTEX_PROJECT: "acme-ai",
    GOOGLE_VERTEX_CREDENTIALS: JSON.stringify(serviceAccount),
  },
}));
const asking = (dialect: DialectName, model: string, service_tier: string) => ({
  ...saying(dialect, model, "Hello", { max_tokens: 50 }),
  service_tier,
});

// https://cloud.google.com/vertex-ai/generative-ai/pricing: 0.30 and 2.50 USD a million, flex half, priority 1.8 times.
test.each([
  ["chat", "flex", 150, 1_250],
  ["responses", "priority", 540, 4_500],
  ["messages", "flex", 150, 1_250],
  ["chat", "default", 300, 2_500],
] as const)(
  "in %s, the tier %s is bought by a header and charged at its price",
  async (dialect, tier, input, output) => {
    const { status, text, headers } = await post(gateway, dialect, asking(dialect, GEMINI, tier));
    expect(status, text).toBe(200);
    const isSold = tier !== "default";
    const sent = cloud.requests.at(-1)?.headers ?? {};
    expect(sent["x-vertex-ai-llm-shared-request-type"]).toBe(isSold ? tier : undefined);
    expect(sent["x-vertex-ai-llm-request-type"]).toBe(isSold ? "shared" : undefined);
    const { usage_units: units, cost_nano_usd: cost } = await recordOf(gateway, headers);
    expect(cost).toBe(units.input_tokens * input + units.output_tokens * output);
  },
);

test("a request that Vertex AI served in another tier is charged at that one's price", async () => {
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 10, trafficType: "ON_DEMAND" };
  const events = [
    { candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }], usageMetadata },
  ];
  upstream.script({ reply: { events } });
  const { status, text, headers } = await post(gateway, "chat", asking("chat", GEMINI, "flex"));
  expect(status, text).toBe(200);
  expect((await recordOf(gateway, headers)).cost_nano_usd).toBe(10 * 300 + 10 * 2_500);
});

test("a region, which has no tiers, is not called with one", async () => {
  const key = { project: "acme-eu", location: "europe-west1", service_account: serviceAccount };
  const { body } = await gateway.call("POST", "/byok", { provider: "google-vertex", key, is_required: true });
  const { status, text } = await post(gateway, "chat", asking("chat", GEMINI, "flex"));
  await gateway.call("DELETE", `/byok/${body.data.id}`);
  expect(status).toBe(400);
  expect(text).toContain("the service tier flex at its global endpoint only");
  expect([...cloud.requests, ...regional.requests]).toEqual([]);
});

test("a tier of Anthropic's does not reach Claude at Vertex AI", async () => {
  const { status, text, headers } = await post(
    gateway,
    "messages",
    asking("messages", "anthropic/claude-sonnet-4.5", "standard_only"),
  );
  expect(status, text).toBe(200);
  expect(headers.get("x-dropped")).toContain("service_tier");
});
