import { beforeAll, describe, expect, test } from "vitest";
import { loadCatalogue } from "#server/catalogue/load.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, saying } from "../calling.ts";

const MODEL = "openai/gpt-oss-120b";
const LLAMA = "meta-llama/llama-3.3-70b-instruct";
const SERVING = ["deepinfra", "fireworks", "groq", "openrouter", "together"];

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: SERVING, env: { RETRY_WAIT_MS: "0" } });

type Candidate = {
  endpoint_id: string;
  provider_name: string;
  position: number | null;
  outcome: string;
  reason: string;
  explanation: string;
};

async function routeCall(more: Record<string, unknown> = {}, { key, model = MODEL, prompt = "Hello" }: Options = {}) {
  const { headers } = await post(gateway, "chat", saying("chat", model, prompt, more), key ? { key } : {});
  const { body } = await gateway.call("GET", `/generation?id=${headers.get("x-generation-id")}`);
  const candidates: Candidate[] = body.data.routing.candidates;
  const at = (provider: string) => candidates.find((one) => one.provider_name === provider) as Candidate;
  const placed = candidates.filter(({ position }) => position !== null);
  return { served: body.data.provider_name as string, candidates, at, placed };
}
type Options = { key?: string; model?: string; prompt?: string };

const catalogue = loadCatalogue();
const priceOf = (provider: string, unit: string) =>
  catalogue
    .pricesOf(`${MODEL}@${provider}`, Date.now())
    .find((price) => price.unit === unit && price.serviceTier === null)?.nanoUsdPerMillion as number;
const blended = (provider: string) => priceOf(provider, "input_tokens") * 3 + priceOf(provider, "output_tokens");

describe("the record of a call's routing", () => {
  test("has each candidate in the order to try, with the reasons for its place", async () => {
    const { placed, served, at } = await routeCall();
    expect(placed.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
    expect(placed.map(({ provider_name: name }) => blended(name))).toEqual(SERVING.map(blended).sort((a, b) => a - b));
    expect(placed[0]).toMatchObject({ provider_name: served, outcome: "served", reason: "measure" });
    expect(placed[0]?.explanation).toMatch(
      /^First: a price of \$[\d.]+ .* then \w+ with a price of \$[\d.]+ .*\. It served the request\.$/,
    );
    expect(placed.slice(1).every(({ outcome }) => outcome === "not_tried")).toBe(true);
    // No key is set for it.
    expect(at("cerebras")).toMatchObject({ position: null, outcome: "passed_over", reason: "credential" });
  });

  test.each([
    [{ ignore: ["groq"] }, "groq", "ignore"],
    [{ only: ["groq"] }, "together", "only"],
    [{ order: ["together"], allow_fallbacks: false }, "groq", "order"],
    [{ zdr: true }, "groq", "zdr"],
    [{ data_collection: "deny" }, "openrouter", "data_collection"],
    [{ max_price: { prompt: 0.05 } }, "groq", "max_price"],
    [{ quantizations: ["int4"], only: ["groq"] }, "groq", "quantizations"],
    [{ allow_fallbacks: false }, "groq", "fallbacks"],
  ])("names the candidates that %j skips", async (provider, name, reason) => {
    const call = await routeCall({ provider }).catch(() => undefined);
    // A request that no provider may serve is rejected, and has no candidates.
    if (call) expect(call.at(name)).toMatchObject({ position: null, outcome: "passed_over", reason });
    else expect(reason).toBe("quantizations");
  });

  test.each([
    [{ max_price: { prompt: priceOf("groq", "input_tokens") / 1e9 - 0.001 } }, MODEL, "groq", "max_price"],
    [{ quantizations: ["fp8"] }, "meta-llama/llama-4-maverick", "openrouter", "quantizations"],
  ])("the response's metadata names what %j excludes too", async (provider, model, name, reason) => {
    const headers = { "x-service-metadata": "enabled" };
    const response = await post(gateway, "chat", saying("chat", model, "Hello", { provider }), { headers });
    expect(response.status, response.text).toBe(200);
    const { excluded, endpoints } = JSON.parse(response.text).service_metadata;
    expect(endpoints.total).toBeGreaterThan(0);
    const entry = excluded.find(({ endpoint_id: id }: Event) => id === `${model}@${name}`);
    expect(entry).toMatchObject({ reason, explanation: expect.stringContaining(`\`provider.${reason}\``) });
    const plain = await post(gateway, "chat", saying("chat", model, "Hello"), { headers });
    expect(JSON.parse(plain.text).service_metadata.excluded).toBeUndefined();
  });

  test("names a parameter that a provider does not support", async () => {
    const { at, placed } = await routeCall({ seed: 7, provider: { require_parameters: true } });
    expect(placed.length).toBeGreaterThan(0);
    expect(at("groq")).toMatchObject({ reason: "parameters", position: null });
    expect(at("groq").explanation).toMatch(/^Passed over: it does not support [a-z_, ]+, and the request requires/);
  });

  test("names the guardrail that forbids a provider, or its data policy", async () => {
    const policies = [
      [{ name: "No Groq", ignored_providers: ["groq"] }, "guardrail", "No Groq"],
      [{ name: "Nothing kept", enforce_zdr_other: true }, "data_policy", "Nothing kept"],
    ] as const;
    for (const [guardrail, reason, name] of policies) {
      const made = await gateway.call("POST", "/guardrails", guardrail);
      const { key, hash } = await gateway.newKey();
      await gateway.call("POST", `/guardrails/${made.body.data.id}/assignments/keys`, { key_hashes: [hash] });
      const { at } = await routeCall({}, { key });
      expect(at("groq")).toMatchObject({ position: null, reason });
      expect(at("groq").explanation).toContain(`"${name}"`);
    }
  });

  test("says that a session stays with its provider, and that the request's order decides", async () => {
    await routeCall({ session_id: "sticky", provider: { only: ["together"] } });
    expect((await routeCall({ session_id: "sticky" })).placed[0]).toMatchObject({
      provider_name: "together",
      reason: "session",
      outcome: "served",
    });
    const { placed } = await routeCall({ provider: { order: ["groq", "together"] } });
    expect(placed.slice(0, 3).map(({ provider_name, reason }) => [provider_name, reason])).toEqual([
      ["groq", "order"],
      ["together", "order"],
      [expect.any(String), "order"],
    ]);
  });

  test("says which provider failed, and whose circuit is open", async () => {
    const [cheapest] = [...SERVING].sort((a, b) => blended(a) - blended(b)) as [string];
    upstream.script({ match: ({ path }) => path.startsWith(`/${cheapest}/`), fault: { status: 500 }, times: 20 });
    // Otherwise its failures alone would lower its rank.
    const byPrice = { provider: { sort: "price" } };
    const first = await routeCall(byPrice);
    expect(first.at(cheapest)).toMatchObject({ position: 1, outcome: "failed" });
    expect(first.placed[1]).toMatchObject({ outcome: "served" });
    for (let index = 0; index < 5; index++) await routeCall(byPrice);
    const { placed } = await routeCall(byPrice);
    expect(placed.at(-1)).toMatchObject({ provider_name: cheapest, reason: "circuit", outcome: "not_tried" });
    expect(placed.at(-1)?.explanation).toMatch(
      /its circuit was open for another \d+ s\. Not tried: its circuit was open\.$/,
    );
  });
});

describe("a replay", () => {
  const replay = async (body: object = {}) => {
    const { status, body: answer } = await gateway.call("POST", "/generations/what-if", body);
    expect([status, answer.error]).toEqual([200, undefined]);
    return answer.data;
  };
  let all: Event;

  beforeAll(async () => {
    await gateway.call("POST", "/chat/completions", saying("chat", MODEL, "Hello", { models: [MODEL, LLAMA] }));
    await gateway.call(
      "POST",
      "/chat/completions",
      saying("chat", MODEL, "Hello", {
        models: [MODEL, LLAMA],
        provider: { sort: { by: "price", partition: "none" } },
      }),
    );
    await gateway.call("POST", "/chat/completions", saying("chat", `${MODEL}:nitro`, "Hello"));
    all = await replay();
  });

  test("without a change reproduces every decision", async () => {
    expect(all.requests).toBeGreaterThan(20);
    expect(all).toMatchObject({ reproduced: all.requests, changed: 0, unserved: 0, is_complete: true });
    expect(all.cost_usd.after).toBe(all.cost_usd.before);
    expect(all.failure_rate.after).toBe(all.failure_rate.before);
  });

  test("of an outage moves the requests of that provider, and names those that no other provider serves", async () => {
    const down = all.providers[0].provider_name;
    const { providers, changed, unserved, requests, examples } = await replay({ outages: [down] });
    const moved = all.providers[0].before;
    expect(providers.find((one: Event) => one.provider_name === down)).toMatchObject({ before: moved, after: 0 });
    expect(changed + unserved).toBe(moved);
    expect(examples.every(({ before }: Event) => before.endsWith(`@${down}`))).toBe(true);
    const nothing = await replay({ outages: SERVING });
    expect(nothing).toMatchObject({ unserved: requests, changed: 0, failure_rate: { after: 1 } });
  });

  test("of a guardrail and a price list changes providers and cost", async () => {
    const only = await replay({ allowed_providers: ["groq"] });
    expect(only.providers.filter((one: Event) => one.after > 0).map((one: Event) => one.provider_name)).toEqual([
      "groq",
    ]);
    expect(only.cost_usd.after).toBeGreaterThan(only.cost_usd.before);
    const free = ["input_tokens", "output_tokens"].map((unit) => ({
      endpoint_id: `${MODEL}@together`,
      unit,
      usd_per_million: 0,
    }));
    const cheaper = await replay({ sort: "price", prices: free });
    expect(cheaper.changed).toBeGreaterThan(0);
    expect(cheaper.cost_usd.after).toBeLessThan(cheaper.cost_usd.before);
  });

  test.each([
    [{ outages: ["groq", "grok"] }, "outages[1]: unknown provider or model endpoint `grok`"],
    [{ outages: [`${MODEL}@nobody`] }, "outages[0]: unknown provider or model endpoint"],
    [{ ignored_providers: [`${MODEL}@groq`] }, "ignored_providers[0]: unknown provider"],
    [{ allowed_providers: ["Groq"] }, "allowed_providers[0]: unknown provider `Groq`"],
    [
      { prices: [{ endpoint_id: "a@groq", unit: "input_tokens", usd_per_million: 1 }] },
      "prices[0].endpoint_id: unknown model endpoint `a@groq`",
    ],
  ])("rejects a name that does not exist: %j", async (body, message) => {
    const { status, body: answer } = await gateway.call("POST", "/generations/what-if", body);
    expect(status).toBe(400);
    expect(answer.error.message).toContain(message);
  });

  test("rejects a range that ends before it starts", async () => {
    const range = { start: "2026-01-02T00:00:00Z", end: "2026-01-01T00:00:00Z" };
    const { status } = await gateway.call("POST", "/generations/what-if", { time_range: range });
    expect(status).toBe(400);
  });
});
