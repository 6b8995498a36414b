import { describe, expect, test } from "vitest";
import { loadCatalogue } from "#server/catalogue/load.ts";
import type { Price } from "#server/catalogue/model.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import {
  type DialectName,
  type Event,
  looksFinished,
  post,
  recordOf,
  saying,
  streamOf,
  textIn,
  textOf,
} from "../calling.ts";
import { anthropic, delta, start, stop } from "../native/anthropic-events.ts";
import { MODELS as PROVIDER_MODELS, pairsOf, toolFor } from "../provider-pairs.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq", "perplexity-agent"] });

const MODELS = { ...PROVIDER_MODELS, local: "local/echo" };
const PAIRS = pairsOf(MODELS);
const TOOL = {
  name: "look",
  schema: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
};

describe.each(PAIRS)("%s at %s", (dialect, provider) => {
  const ask = (text: string, more = {}) =>
    saying(dialect, MODELS[provider], text, { provider: { only: [provider] }, ...more });

  test("text arrives streamed and whole, with a row, usage and cost for each request", async () => {
    const stream = await streamOf(gateway, dialect, ask("Hello ä€😀"));
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    expect(textIn(stream.events)).toContain("Hello ä€😀");
    expect(looksFinished(dialect, stream.events)).toBe(true);
    expect(stream.events.includes("[DONE]")).toBe(dialect !== "messages");
    const whole = await post(gateway, dialect, ask("Hello ä€😀"));
    expect(whole.headers.get("content-type")).toContain("application/json");
    expect(textOf(JSON.parse(whole.text))).toContain("Hello ä€😀");
    for (const { headers } of [stream, whole]) await expectRow(headers);
  });

  async function expectRow(headers: Headers) {
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({
      model: MODELS[provider],
      provider_name: provider,
      dialect,
      status: 200,
      error: null,
      cancelled: false,
      usage_estimated: false,
    });
    expect(record.provider_responses).toMatchObject([{ provider_name: provider, status: 200 }]);
    expect(record.tokens_prompt).toBeGreaterThan(0);
    expect(record.tokens_completion).toBeGreaterThan(0);
    expect(record.latency).toBeGreaterThanOrEqual(record.queue_time);
    expect(record.generation_time).toBeGreaterThanOrEqual(record.latency);
    const catalogue = loadCatalogue();
    const prices: readonly Price[] = catalogue.pricesOf(record.provider_responses[0].endpoint_id, Date.now());
    expect(record.cost_nano_usd).toBe(costOf(record.usage_units, prices).nanoUsd);
    if (provider !== "local") expect(record.cost_nano_usd).toBeGreaterThan(0);
  }

  test.skipIf(provider === "local")("a tool call works in both directions, streamed and whole", async () => {
    const tools = { tools: [toolFor(dialect, TOOL.name, TOOL.schema)] };
    const { events } = await streamOf(gateway, dialect, ask("use the tool", tools));
    const whole = JSON.parse((await post(gateway, dialect, ask("use the tool", tools))).text);
    const call = calledIn(dialect, whole);
    expect(call).toMatchObject({ name: "look", arguments: { place: expect.any(String) } });
    expect(JSON.stringify(events)).toContain('"look"');
    const again = roundTrip(dialect, whole, call.id);
    const { status, text } = await post(gateway, dialect, { ...ask("", tools), ...again });
    expect(status, text).toBe(200);
    expect(textOf(JSON.parse(text))).toBe("The tool said: rain");
  });

  test("a stream in single bytes arrives complete", async () => {
    upstream.script({ fault: { splitBytes: 1 } });
    const { events } = await streamOf(gateway, dialect, ask("ä€😀"));
    expect(textIn(events)).toContain("ä€😀");
    expect(looksFinished(dialect, events)).toBe(true);
  });

  // Anthropic's responses start with their usage; its package rejects any that do not.
  const hasNone = provider !== "local" && (provider !== "anthropic" || dialect === "messages");
  test.runIf(hasNone)("missing usage is estimated and marked", async () => {
    upstream.script({ fault: { omitUsage: true, replyWords: 20 } });
    const { headers, events } = await streamOf(gateway, dialect, ask("Hello"));
    expect(looksFinished(dialect, events)).toBe(true);
    const record = await recordOf(gateway, headers);
    expect(record.usage_estimated).toBe(true);
    expect(record.tokens_completion).toBeGreaterThan(10);
    expect(record.cost_nano_usd).toBeGreaterThan(0);
  });

  test.each([
    ["x-service-metadata", "service_metadata"],
    ["x-service-experimental-metadata", "service_metadata"],
    ["x-switchboard-metadata", "service_metadata"],
    ["x-openrouter-metadata", "openrouter_metadata"],
  ])("%s: the response shows how it was routed", async (header, field) => {
    const headers = { [header]: "enabled" };
    const expected = {
      attempt: 1,
      requested: MODELS[provider],
      strategy: "direct",
      is_byok: false,
      region: provider === "local" ? "gateway" : null,
      summary: expect.any(String),
      endpoints: { total: 1, available: [{ model: MODELS[provider], provider: expect.any(String), selected: true }] },
      conversion: expect.arrayContaining(["stop_server_tools_when: no effect"]),
    };
    const inVain = { stop_server_tools_when: [{ type: "step_count_is", step_count: 1 }] };
    const whole = JSON.parse((await post(gateway, dialect, ask("Hello", inVain), { headers })).text);
    expect(whole[field]).toMatchObject(expected);
    const { events } = await streamOf(gateway, dialect, ask("Hello", inVain), { headers });
    const carriers = events.filter((event) => event[field] ?? event.response?.[field]);
    expect(carriers.length).toBeGreaterThan(0);
    for (const event of carriers) expect(event[field] ?? event.response[field]).toMatchObject(expected);
    expect(looksFinished(dialect, events)).toBe(true);
    if (header === "x-service-metadata") {
      const without = await streamOf(gateway, dialect, ask("Hello"), { headers: { [header]: "disabled" } });
      expect(without.text).not.toContain(field);
    }
  });
});

function calledIn(dialect: DialectName, reply: Event): { id: string; name: string; arguments: unknown } {
  if (dialect === "messages") {
    const { id, name, input } = reply.content.find(({ type }: Event) => type === "tool_use");
    return { id, name, arguments: input };
  }
  const item =
    dialect === "responses"
      ? reply.output.find(({ type }: Event) => type === "function_call")
      : reply.choices[0].message.tool_calls[0];
  const { name, arguments: text } = item.function ?? item;
  return { id: item.call_id ?? item.id, name, arguments: JSON.parse(text) };
}

function roundTrip(dialect: DialectName, reply: Event, id: string) {
  const asked = { role: "user", content: "use the tool" };
  if (dialect === "responses")
    return { input: [asked, ...reply.output, { type: "function_call_output", call_id: id, output: "rain" }] };
  if (dialect === "messages") {
    const result = { type: "tool_result", tool_use_id: id, content: "rain" };
    return { messages: [asked, { role: "assistant", content: reply.content }, { role: "user", content: [result] }] };
  }
  return { messages: [asked, reply.choices[0].message, { role: "tool", tool_call_id: id, content: "rain" }] };
}

test("a response that the provider's SDK cannot read moves on to the next candidate", async () => {
  const odd = delta(0, { type: "text_delta", text: { said: "Hello" } });
  const events = anthropic(start(0, { type: "text", text: "" }), odd, stop(0));
  upstream.script({ match: ({ path }) => path.startsWith("/anthropic"), reply: { events } });
  const body = saying("chat", MODELS.anthropic, "Hello", {
    models: [MODELS.groq],
    provider: { only: ["anthropic", "groq"] },
  });
  const response = await streamOf(gateway, "chat", body);
  expect(textIn(response.events)).toBe("You said: Hello");
  const { provider_responses: attempts } = await recordOf(gateway, response.headers);
  expect(attempts.map(({ status }: Event) => status)).toEqual([502, 200]);
});

test("what a conversion drops is listed in the metadata and the ledger", async () => {
  const body = saying("messages", MODELS.openai, "Hello", { top_k: 3, stop_sequences: ["x"] });
  const response = await post(gateway, "messages", body, { headers: { "x-service-metadata": "enabled" } });
  const expected = ["top_k: dropped", "stop_sequences: dropped"];
  expect(JSON.parse(response.text).service_metadata.conversion).toEqual(expected);
  expect((await recordOf(gateway, response.headers)).notes).toEqual(expected);
});

test("reasoning is not requested from a model that does not support it, with a note", async () => {
  const headers = { "x-service-metadata": "enabled" };
  const asks: [DialectName, string, Record<string, unknown>][] = [
    ["messages", "openai/gpt-4o-mini", { thinking: { type: "enabled", budget_tokens: 2000 }, max_tokens: 3000 }],
    ["messages", "meta-llama/llama-3.3-70b-instruct", { thinking: { type: "enabled", budget_tokens: 2000 } }],
    ["responses", "meta-llama/llama-3.3-70b-instruct", { reasoning: { effort: "high", summary: "auto" } }],
  ];
  for (const [dialect, model, more] of asks) {
    const { status, text } = await post(gateway, dialect, saying(dialect, model, "Hello", more), { headers });
    expect(status).toBe(200);
    expect(upstream.requests.at(-1)?.raw.toString()).not.toMatch(/reasoning|thinking/);
    expect(JSON.parse(text).service_metadata.conversion).toContain("reasoning: dropped (the model does not reason)");
  }
  await post(
    gateway,
    "messages",
    saying("messages", MODELS.openai, "Hello", { thinking: { type: "enabled", budget_tokens: 2000 } }),
  );
  expect(upstream.requests.at(-1)?.raw.toString()).toContain('"effort":"low"');
});

test("only the model that responded is charged, not one that failed", async () => {
  upstream.script({ match: ({ path }) => path.startsWith("/anthropic"), fault: { status: 529 } });
  const body = saying("chat", MODELS.anthropic, "Hello", {
    models: [MODELS.groq],
    provider: { only: ["anthropic", "groq"] },
  });
  const { headers } = await post(gateway, "chat", body);
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ requested_model: MODELS.anthropic, model: MODELS.groq, provider_name: "groq" });
  const prices = loadCatalogue().pricesOf(`${MODELS.groq}@groq`, Date.now());
  expect(record.cost_nano_usd).toBe(costOf(record.usage_units, prices).nanoUsd);
  expect(record.provider_responses.map(({ status }: Event) => status)).toEqual([529, 529, 200]);
});
