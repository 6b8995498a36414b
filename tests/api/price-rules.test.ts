import { describe, expect, test } from "vitest";
import { readSnapshot } from "#server/catalogue/load.ts";
import type { Price } from "#server/catalogue/model.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const snapshot = readSnapshot();

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

describe("a service tier", () => {
  const TIERED = snapshot.prices.find(
    ({ serviceTier, modelEndpoint }) => serviceTier === "flex" && modelEndpoint.endsWith("@openai"),
  ) as Price;
  const model = TIERED.modelEndpoint.split("@")[0];

  test.each<[rule: string, asked: string | undefined, told: string | undefined, priced: string | null]>([
    ["that is requested is priced if the upstream reports none", "flex", undefined, "flex"],
    ["that the upstream reports is priced even if none was requested", undefined, "flex", "flex"],
    ["that the upstream reports takes precedence over the requested one", "flex", "default", null],
    ["with the default's name on both sides is the default", "auto", "default", null],
  ])("%s", async (_, asked, told, priced) => {
    const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
    const body = JSON.stringify({
      id: "resp_1",
      object: "response",
      status: "completed",
      model,
      output: [],
      usage,
      service_tier: told,
    });
    upstream.script({ reply: { status: 200, headers: { "content-type": "application/json" }, body }, times: 1 });
    const { headers } = await gateway.call("POST", "/responses", { model, input: "hi", service_tier: asked });
    const { service_tier, cost_proof } = await generation(headers.get("x-generation-id"));
    expect(service_tier).toBe(priced);
    expect(cost_proof.holds).toBe(true);
    const tiers = cost_proof.prices.map((row: { service_tier: string | null }) => row.service_tier);
    expect(tiers).toEqual([priced, priced]);
  });
});

async function generation(id: string | null) {
  return (await gateway.call("GET", `/generation?id=${id}`)).body.data;
}

describe("a model without a price", () => {
  const unpriced = snapshot.endpoints.find(
    // The gateway itself chooses the model for this name.
    (endpoint) => endpoint.unpriced && endpoint.provider === "openrouter" && endpoint.model !== "openrouter/auto",
  );

  test("is rejected by default", async () => {
    const refusing = await openPooledGateway({ upstream, providers: ["openrouter"] });
    const { status, body } = await refusing.call("POST", "/chat/completions", chat());
    await refusing.stop();
    expect(status).toBe(404);
    expect(body.error.message).toContain("no known price");
  });

  test("is served and marked as unpriced everywhere if the operator allows it", async () => {
    const serving = await openPooledGateway({ upstream, providers: ["openrouter"], env: { UNPRICED_MODELS: "serve" } });
    const headers = { "x-switchboard-metadata": "enabled" };
    const response = await serving.call("POST", "/chat/completions", chat(), { headers });
    const { data } = (await serving.call("GET", `/generation?id=${response.headers.get("x-generation-id")}`)).body;
    await serving.stop();
    expect(response.status).toBe(200);
    expect(JSON.stringify(response.body)).toContain('"unpriced":true');
    expect(data).toMatchObject({
      cost_nano_usd: 0,
      unpriced_units: expect.arrayContaining(["input_tokens", "output_tokens"]),
    });
  });

  const chat = () => ({
    model: unpriced?.model,
    messages: [{ role: "user", content: "hi" }],
    provider: { only: ["openrouter"] },
  });
});
