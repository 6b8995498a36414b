import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const MODEL = "openai/gpt-oss-120b";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["groq", "together", "deepinfra", "fireworks", "openrouter"] });

/** The providers of a request, in the order they would be tried. */
async function order(provider?: object): Promise<string[]> {
  const body = { model: MODEL, messages: [{ role: "user", content: "Hello" }], ...(provider && { provider }) };
  const headers = { "x-service-metadata": "enabled" };
  const response = await gateway.call("POST", "/chat/completions", body, { headers });
  expect(response.status).toBe(200);
  return response.body.service_metadata.endpoints.available.map((one: { provider: string }) => one.provider);
}

const setDefault = (sort: string | null) =>
  gateway.call("PATCH", "/workspaces/default", { default_provider_sort: sort });

test("a workspace's sort applies unless the request sets its own", async () => {
  // Before the first request all are equally fast; after it, only the one that was called has measurements.
  const byLatency = await order({ sort: "latency" });
  const byPrice = await order({ sort: "price" });
  expect(byLatency).not.toEqual(byPrice);
  expect((await setDefault("price")).status).toBe(200);
  expect(await order()).toEqual(byPrice);
  expect(await order({ allow_fallbacks: true })).toEqual(byPrice);
  expect((await setDefault("latency")).status).toBe(200);
  expect(await order()).toEqual(await order({ sort: "latency" }));
  expect(await order()).not.toEqual(byPrice);
  expect(await order({ sort: "price" })).toEqual(byPrice);
  expect((await order({ order: [byPrice.at(-1)] }))[0]).toBe(byPrice.at(-1));
});
