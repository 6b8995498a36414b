import { beforeAll, beforeEach, expect, test } from "vitest";
import { planDocument } from "#tests/support/config/apply-document.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["openai", "groq", "cerebras"],
  env: {
    CEREBRAS_BASE_URL: `${upstream.url.replace("127.0.0.1", "localhost")}/cerebras/v1`,
    DATA_REGIONS: "localhost=europe",
  },
}));

/** 40 input tokens at 0.15 and 20 output tokens at 0.60 USD a million, at both of these endpoints. */
const COST_USD = 0.000018;
/** The same at Cerebras: 0.35 and 0.75 USD a million. */
const CEREBRAS_COST_USD = 0.000029;
const TWO_PROVIDERS = "openai/gpt-oss-120b";
const ONE_PROVIDER = "openai/gpt-4o-mini";

const document = (lists: string) => `version: 1
workspaces:
  - { slug: default, name: Default, is_observability_io_logging_enabled: true, ${lists} }
  - { slug: other, name: Other }
`;
const effectOf = async (text: string) => (await planDocument(gateway, text)).effect;

beforeEach(() => upstream.script({ usage: { inputTokens: 40, outputTokens: 20 } }));

let key: string;

beforeAll(async () => {
  upstream.script({ usage: { inputTokens: 40, outputTokens: 20 } });
  await gateway.call("PATCH", "/workspaces/default", { is_observability_io_logging_enabled: true });
  await gateway.call("POST", "/workspaces", { name: "Other", slug: "other" });
  ({ key } = await gateway.newKey({ name: "CI" }));
  const { key: others } = await gateway.newKey({ name: "Other", workspace_id: "other" });
  const ask = async (model: string, input: string, only?: string, by = key) => {
    const provider = only && { provider: { only: [only] } };
    const { status } = await gateway.call("POST", "/responses", { model, input, ...provider }, { key: by });
    expect(status).toBe(200);
  };
  await ask(ONE_PROVIDER, "Write to ada@example.com");
  await ask(ONE_PROVIDER, "Write to nobody");
  await ask(TWO_PROVIDERS, "Hello", "groq");
  await ask(ONE_PROVIDER, "Hello from elsewhere", undefined, others);
});

test("a new allow list shows which requests it would have rejected and their cost", async () => {
  const effect = await effectOf(
    document(`guardrails: [{ is_default: true, name: Strict, allowed_models: [${TWO_PROVIDERS}] }]`),
  );
  expect(effect).toMatchObject({ is_complete: true, moved: [], prices: null, not_computed: [] });
  expect(effect.rejected).toEqual([
    {
      workspace: "default",
      cause: "guardrail Strict",
      calls: 2,
      cost_usd: Number((2 * COST_USD).toFixed(9)),
      models: [ONE_PROVIDER],
    },
  ]);
});

test("forbidding a provider moves requests to the model's next provider, at its price", async () => {
  const effect = await effectOf(
    document("guardrails: [{ is_default: true, name: No Groq, ignored_providers: [groq] }]"),
  );
  expect(effect.rejected).toEqual([]);
  expect(effect.moved).toEqual([
    {
      workspace: "default",
      cause: "guardrail No Groq",
      calls: 1,
      cost_usd: COST_USD,
      new_cost_usd: CEREBRAS_COST_USD,
      unpriced_calls: 0,
    },
  ]);
});

test("allowed data regions move requests to a provider there, and reject those without one", async () => {
  const regions = (region: string) =>
    document(`guardrails: [{ is_default: true, name: Place, allowed_data_regions: [${region}] }]`);
  const counts = { workspace: "default", cause: "guardrail Place" };
  const inEurope = await effectOf(regions("europe"));
  expect(inEurope.rejected).toMatchObject([{ ...counts, calls: 2, models: [ONE_PROVIDER] }]);
  expect(inEurope.moved).toMatchObject([{ ...counts, calls: 1, new_cost_usd: CEREBRAS_COST_USD }]);
  expect((await effectOf(regions("us"))).rejected).toMatchObject([{ ...counts, calls: 3 }]);
  expect(await effectOf(regions("global"))).toMatchObject({ rejected: [], moved: [] });
});

test("a content filter is run on stored requests, and the share that could be checked is reported", async () => {
  const filter = (action: string) =>
    document(
      `guardrails: [{ is_default: true, name: Mail, content_filter_builtins: [{ slug: email, action: ${action} }] }]`,
    );
  const counts = { workspace: "default", calls: 3, checked_calls: 3, no_longer_blocked: 0 };
  expect((await effectOf(filter("block"))).content).toEqual([{ ...counts, newly_blocked: 1, newly_redacted: 0 }]);
  expect((await effectOf(filter("redact"))).content).toEqual([{ ...counts, newly_blocked: 0, newly_redacted: 1 }]);
  const custom = document(
    "guardrails: [{ is_default: true, name: Word, content_filters: [{ pattern: nobody, action: block }] }]",
  );
  expect((await effectOf(custom)).content).toEqual([{ ...counts, newly_blocked: 1, newly_redacted: 0 }]);
});

test("a deleted key shows the requests that used it", async () => {
  const { rejected } = await effectOf(document("keys: []"));
  expect(rejected).toMatchObject([{ cause: "key CI: deleted", calls: 3 }]);
});

test("a discount reprices the requests", async () => {
  const prices = `prices: [{ provider: openai, discount_basis_points: 5000 }]\n`;
  const { prices: effect } = await effectOf(`version: 1\n${prices}`);
  expect(effect).toEqual({
    calls: 3,
    cost_usd: Number((3 * COST_USD).toFixed(9)),
    new_cost_usd: Number((1.5 * COST_USD).toFixed(9)),
    unpriced_calls: 0,
  });
});

test("a budget or key limit shows the periods in which it would have been exceeded", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const budgets = "budgets: [{ interval: daily, limit_usd: 0.00005 }, { interval: lifetime, limit_usd: 1 }]";
  const limited = document(`${budgets}, keys: [{ name: CI, limit: 0.00001, limit_reset: daily }]`);
  const spent = Number((3 * COST_USD).toFixed(9));
  expect((await effectOf(limited)).budgets).toEqual([
    { workspace: "default", name: "daily budget", limit_usd: 0.00005, exceeded: [{ from: today, spent_usd: spent }] },
    { workspace: "default", name: "lifetime budget", limit_usd: 1, exceeded: [] },
    { workspace: "default", name: "key CI", limit_usd: 0.00001, exceeded: [{ from: today, spent_usd: spent }] },
  ]);
});

test("lists what past requests cannot show, and examines none if the plan does not need them", async () => {
  const effect = await effectOf(document("presets: [{ slug: careful, config: { temperature: 0 } }]"));
  expect(effect.not_computed).toEqual([expect.stringContaining("presets")]);
  expect(effect.rejected).toEqual([]);
  expect((await effectOf("version: 1")).calls).toBe(0);
});
