import { describe, expect, test } from "vitest";
import { dataRegionOf } from "#server/pipeline/planning/data-region.ts";
import { addressOf } from "#server/pipeline/planning/system-credentials.ts";
import { providers } from "#server/providers/registry.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, saying } from "../calling.ts";

const MODEL = "openai/gpt-oss-120b";
const upstream = sharedUpstream();
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["groq", "together", "fireworks"],
  env: {
    // The region of Groq's address is declared; those of the others are unknown.
    GROQ_BASE_URL: `${upstream.url.replace("127.0.0.1", "localhost")}/groq/openai/v1`,
    DATA_REGIONS: "localhost=europe",
    RETRY_WAIT_MS: "0",
  },
}));

async function ask(body: Record<string, unknown>, key?: string) {
  const request = saying("chat", MODEL, "Hello", body);
  const { status, text, headers } = await post(gateway, "chat", request, {
    headers: { "x-service-metadata": "enabled" },
    ...(key && { key }),
  });
  const { service_metadata: metadata, error } = JSON.parse(text);
  const names = metadata?.endpoints.available.map(({ provider }: Event) => provider);
  return { status, error, metadata, names, id: headers.get("x-generation-id") };
}

async function keyWith(guardrail: Record<string, unknown>) {
  const made = await gateway.call("POST", "/guardrails", { name: "Test", ...guardrail });
  expect(made.status).toBe(201);
  const { key, hash } = await gateway.newKey();
  await gateway.call("POST", `/guardrails/${made.body.data.id}/assignments/keys`, { key_hashes: [hash] });
  return { key, id: made.body.data.id as string };
}

describe("the data region of a candidate", () => {
  const placeOf = (id: string, credential: object, upstreamModel = "m", baseUrl?: string) => {
    const provider = providers.get(id);
    if (!provider) throw new Error(id);
    const endpoint = { upstreamModel } as Parameters<typeof dataRegionOf>[1]["endpoint"];
    const place = { baseUrl: baseUrl ?? addressOf(provider, {}), credential: JSON.stringify(credential) };
    return dataRegionOf(new Map([["llm.internal", "europe"]]), { ...place, provider, endpoint });
  };
  const ARN = "arn:aws:bedrock:us-east-1:123456789012";
  const EU = { region: "eu-central-1" };

  test.each([
    ["amazon-bedrock", EU, "amazon.nova-pro-v1:0", "europe"],
    ["amazon-bedrock", EU, "eu.anthropic.claude-sonnet-4-5-20250929-v1:0", "europe"],
    // A cross-region profile may leave the region of the credential.
    ["amazon-bedrock", EU, "global.anthropic.claude-sonnet-4-5-20250929-v1:0", "global"],
    ["amazon-bedrock", { region: "us-west-2" }, "us.anthropic.claude-opus-4-1-20250805-v1:0", "us"],
    ["amazon-bedrock", { region: "us-gov-west-1" }, "us-gov.anthropic.claude-x", "us"],
    ["amazon-bedrock", { region: "ap-northeast-1" }, "apac.anthropic.claude-x", "apac"],
    ["amazon-bedrock", { region: "ap-southeast-2" }, "amazon.nova-pro-v1:0", "ap-southeast-2"],
    ["amazon-bedrock", { ...EU, models: { m: `${ARN}:provisioned-model/abc` } }, "m", "us"],
    ["amazon-bedrock", { ...EU, models: { m: `${ARN}:inference-profile/global.anthropic.x` } }, "m", "global"],
    ["amazon-bedrock", { ...EU, models: { m: `${ARN}:application-inference-profile/abc` } }, "m", undefined],
    ["google-vertex", { project: "p" }, "gemini-2.5-pro", "global"],
    ["google-vertex", { project: "p", location: "eu" }, "gemini-2.5-pro", "europe"],
    ["google-vertex", { project: "p", location: "europe-west4" }, "gemini-2.5-pro", "europe"],
    ["google-vertex", { project: "p", location: "us-central1" }, "gemini-2.5-pro", "us"],
    ["google-vertex", { project: "p", location: "asia-east1" }, "gemini-2.5-pro", "asia-east1"],
    ["azure", { resource: "r" }, "gpt-4.1", undefined],
    ["azure", { resource: "r", data_region: "europe" }, "gpt-4.1", "europe"],
    ["local", {}, "echo", "gateway"],
    ["scaleway", {}, "m", "europe"],
    ["openai", {}, "m", undefined],
  ])("%s with %j at %s is %s", (id, credential, model, region) => {
    expect(placeOf(id, credential, model)).toBe(region);
  });

  test.each([
    ["openai", "https://eu.api.openai.com/v1", "europe"],
    ["mistral", "https://api.us.mistral.ai/v1", "us"],
    ["vllm", "http://llm.internal:8000/v1", "europe"],
    // Another address is another place, whatever the provider promises for its own.
    ["scaleway", "https://proxy.example.com/v1", undefined],
  ])("%s at %s is %s", (id, baseUrl, region) => {
    expect(placeOf(id, {}, "m", baseUrl)).toBe(region);
  });
});

describe("a request with allowed_data_regions", () => {
  test("is sent only where the region is known and allowed, and says so", async () => {
    const { names, metadata, id } = await ask({ provider: { allowed_data_regions: ["europe"] } });
    expect(names).toEqual(["Groq"]);
    expect(metadata.region).toBe("europe");
    expect(metadata.excluded).toContainEqual({
      endpoint_id: `${MODEL}@together`,
      reason: "data_region",
      explanation: expect.stringContaining("`provider.allowed_data_regions`"),
    });
    const { body } = await gateway.call("GET", `/generation?id=${id}`);
    expect(body.data.data_region).toBe("europe");
    expect(body.data.request.parameters.provider).toEqual({ allowed_data_regions: ["europe"] });
    const together = body.data.routing.candidates.find(({ provider_name: name }: Event) => name === "together");
    expect(together).toMatchObject({ position: null, outcome: "passed_over", reason: "data_region" });
    expect(together.explanation).toBe(
      "Passed over: the region in which it processes data is unknown, which the request's " +
        "`provider.allowed_data_regions` excludes.",
    );
  });

  test("with global is sent anywhere", async () => {
    const { names } = await ask({ provider: { allowed_data_regions: ["global", "us"] } });
    expect(names.toSorted()).toEqual(["Fireworks", "Groq", "Together"]);
  });

  test("that no candidate serves is a 404 that names each candidate and what excludes it", async () => {
    const { status, error } = await ask({ provider: { allowed_data_regions: ["europe"], ignore: ["groq"] } });
    expect(status).toBe(404);
    expect(error.message).toBe(
      `No provider of ${MODEL} matches the request's provider preferences. Excluded: ` +
        "fireworks, together by allowed_data_regions (unknown); groq by ignore.",
    );
    expect(error.metadata).toMatchObject({ reason: "no_provider" });
    expect(error.metadata.excluded).toContainEqual({
      endpoint_id: `${MODEL}@groq`,
      reason: "ignore",
      explanation: "Passed over: the request's `provider.ignore` names it.",
    });
  });

  test.each([{ allowed_data_regions: ["eu"] }, { allowed_data_regions: [] }, { quantizations: ["FP8"] }])(
    "%j is rejected as invalid",
    async (provider) => {
      const { status, error } = await ask({ provider });
      expect([status, error.message]).toEqual([400, expect.stringMatching(/^Invalid request: provider\.\w+/)]);
    },
  );
});

describe("the record of a request", () => {
  const recordOf = async (id: string | null) => (await gateway.call("GET", `/generation?id=${id}`)).body.data;

  test("has the region that served it and that of each attempt, and says if it is unknown", async () => {
    upstream.script({ match: ({ path }) => path.startsWith("/groq/"), times: 1, fault: { status: 500 } });
    const { id } = await ask({ provider: { order: ["groq", "together"], allow_fallbacks: false } });
    const record = await recordOf(id);
    expect(record).toMatchObject({ provider_name: "together", data_region: "unknown" });
    expect(record.provider_responses.map((attempt: Event) => [attempt.status, attempt.data_region])).toEqual([
      [500, "europe"],
      [200, null],
    ]);
  });

  test("says if it did not leave the gateway", async () => {
    const { headers } = await gateway.call("POST", "/responses", { model: "local/echo", input: "Hello" });
    expect((await recordOf(headers.get("x-generation-id"))).data_region).toBe("gateway");
  });
});

test("a replay under allowed data regions moves requests there, or leaves them without a candidate", async () => {
  await ask({ provider: { order: ["together", "groq"], allow_fallbacks: false } });
  const replay = async (body: object) => (await gateway.call("POST", "/generations/what-if", body)).body.data;
  const inEurope = await replay({ allowed_data_regions: ["europe"] });
  const providers = Object.fromEntries(inEurope.providers.map((one: Event) => [one.provider_name, one.after]));
  expect(providers).toMatchObject({ together: 0, local: expect.any(Number) });
  expect(providers.groq).toBeGreaterThan(0);
  expect(inEurope.changed).toBeGreaterThan(0);
  expect((await replay({ allowed_data_regions: ["global"] })).changed).toBe(0);
  const inUs = await replay({ allowed_data_regions: ["us"] });
  expect(inUs.unserved).toBe(inUs.requests - providers.local);
});

describe("a guardrail's data regions", () => {
  test("apply to each request of the key, which can only narrow them", async () => {
    const { key, id } = await keyWith({ name: "In Europe", allowed_data_regions: ["europe"] });
    expect((await ask({}, key)).names).toEqual(["Groq"]);
    expect((await ask({ provider: { allowed_data_regions: ["global"] } }, key)).names).toEqual(["Groq"]);
    const { status, error } = await ask({ provider: { only: ["together"] } }, key);
    expect(status).toBe(404);
    expect(error.message).toContain('together by guardrail "In Europe"');
    const current = await gateway.call("GET", "/key", undefined, { key });
    expect(current.body.data.allowed_data_regions).toEqual(["europe"]);
    await gateway.call("PATCH", `/guardrails/${id}`, { allowed_data_regions: ["us"] });
    const denied = await ask({}, key);
    expect(denied.status).toBe(404);
    expect(denied.error.message).toMatch(
      /^Guardrail "In Europe" allows data only in us, and \w+ processes requests for openai\/gpt-oss-120b in (europe|an unknown region)\.$/,
    );
    expect(denied.error.metadata).toMatchObject({ guardrail_id: id });
    const listed = await gateway.call("GET", "/models/user", undefined, { key });
    expect(listed.body.data.map((model: Event) => model.id)).not.toContain(MODEL);
    await gateway.call("PATCH", `/guardrails/${id}`, { allowed_data_regions: null });
    expect((await ask({}, key)).names).toHaveLength(3);
    const cleared = await gateway.call("GET", "/key", undefined, { key });
    expect(cleared.body.data.allowed_data_regions).toEqual(["global"]);
  });
});
