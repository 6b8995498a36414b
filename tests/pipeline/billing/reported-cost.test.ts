import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf, saying } from "../calling.ts";
import { completion, message, type ProviderResponse, response } from "./provider-responses.ts";

// If an upstream reports the cost of a request, it is shown next to the charge, and a difference above 1% is flagged.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openrouter", "xai", "perplexity", "anthropic"] });

const MODEL = "google/gemini-3-flash-preview";
/** 1000 tokens at 0.5 USD a million and 100 at 3. */
const USAGE = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };
const COST_USD = 0.0008;
const OWN_KEY = { cost: 0.000_04, is_byok: true, cost_details: { upstream_inference_cost: 0.0008 } };
const CALLS = (["chat", "messages", "responses"] as const).flatMap((dialect): [DialectName, boolean][] => [
  [dialect, false],
  [dialect, true],
]);

/** Returns the reply with a usage in a dialect, which has other names for the counts. */
function replyIn(dialect: DialectName, usage: Body): ProviderResponse {
  if (dialect === "chat") return completion(usage);
  const { prompt_tokens: input_tokens, completion_tokens: output_tokens, ...rest } = usage;
  const named = { input_tokens, output_tokens, ...rest };
  return dialect === "responses" ? response(named) : message(named, { input_tokens, output_tokens: 1 });
}

async function ask(model: string, usage: Body, dialect: DialectName, stream: boolean, more: Body = {}) {
  const { whole, events } = replyIn(dialect, usage);
  upstream.script({ match: ({ body }) => (body as Body).stream === true, reply: { events } });
  const headers = { "content-type": "application/json" };
  upstream.script({ reply: { headers, body: JSON.stringify(whole) } });
  const response = await post(gateway, dialect, saying(dialect, model, "Describe it", { stream, ...more }));
  expect(response.status, response.text).toBe(200);
  return recordOf(gateway, response.headers);
}

describe.each(CALLS)("%s, streamed: %s", (dialect, stream) => {
  const openrouter = { provider: { only: ["openrouter"] } };

  test.each([
    ["the same", COST_USD, false],
    ["1% less", COST_USD * 0.991, false],
    ["2% less", COST_USD * 0.98, true],
    ["2% more", COST_USD * 1.02, true],
    ["nothing", 0, true],
  ])("OpenRouter reports %s", async (_, cost, differs) => {
    const { cost_proof: proof } = await ask(MODEL, { ...USAGE, cost }, dialect, stream, openrouter);
    expect(proof).toMatchObject({
      recorded_nano_usd: COST_USD * 1e9,
      holds: true,
      reported_nano_usd: Math.round(cost * 1e9),
      report_differs: differs,
    });
  });

  test("a video that is billed without prompt tokens is recorded without any", async () => {
    const usage = { prompt_tokens: 0, completion_tokens: 100, total_tokens: 100, cost: 0.0123 };
    const record = await ask(MODEL, usage, dialect, stream, openrouter);
    expect(record).toMatchObject({
      usage_units: { input_tokens: 0, output_tokens: 100 },
      usage_estimated: false,
      cost_nano_usd: 300_000,
      cost_proof: { reported_nano_usd: 12_300_000, report_differs: true },
    });
  });

  test("if the total equals the output, the prompt has no tokens", async () => {
    const usage = { prompt_tokens: 0, completion_tokens: 100, total_tokens: 100 };
    const { usage_units, usage_estimated } = await ask(MODEL, usage, dialect, stream, openrouter);
    expect({ usage_units, usage_estimated }).toEqual({
      usage_units: { input_tokens: 0, output_tokens: 100 },
      usage_estimated: false,
    });
  });
});

test.each([
  ["no cost", MODEL, "openrouter", {}, null],
  ["a cost that is none", MODEL, "openrouter", { cost: "0.1" }, null],
  ["the fee alongside what a key at OpenRouter pays", MODEL, "openrouter", OWN_KEY, 840_000],
  ["xAI's ticks", "x-ai/grok-4.3", "xai", { cost_in_usd_ticks: 15_000_000 }, 1_500_000],
  [
    "Perplexity's record",
    "perplexity/sonar",
    "perplexity",
    { cost: { total_cost: 0.0062, request_cost: 0.005 } },
    6_200_000,
  ],
])("%s", async (_, model, provider, fields, reported) => {
  const { cost_proof: proof } = await ask(model, { ...USAGE, ...fields }, "chat", false, {
    provider: { only: [provider] },
  });
  expect(proof.reported_nano_usd).toBe(reported);
  if (reported === null) expect(proof.report_differs).toBe(false);
});

test("a converted stream that is cut off is charged for the input its provider counted", async () => {
  const { events } = message({ output_tokens: 9 }, { input_tokens: 4321, output_tokens: 1 });
  upstream.script({ reply: { events: events.slice(0, 3) } });
  const body = saying("chat", "anthropic/claude-sonnet-4.6", "Hi", { stream: true, max_tokens: 100 });
  const record = await recordOf(gateway, (await post(gateway, "chat", body)).headers);
  expect(record).toMatchObject({ usage_estimated: true, usage_units: { input_tokens: 4321 } });
});
