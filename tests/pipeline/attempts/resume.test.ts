import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { LANES } from "#tests/failover/lanes.ts";
import { CANONICAL, callLane, prefillOf, script } from "#tests/failover/run-lane.ts";
import type { Scenario } from "#tests/failover/scenarios.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { errorIn, looksFinished, recordOf, saying, streamOf, textIn } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["groq", "openai", "anthropic", "google"] });

const CUT: Scenario = { id: "cut", title: "cut", fault: { cutAfterEvents: 30 } };
const STREAMED = LANES.filter(({ stream }) => stream);

function bodyOf(lane: (typeof LANES)[number], more: Record<string, unknown> = {}) {
  const { primary, fallback } = lane;
  const provider = { only: [primary.provider, fallback.provider], resume: true };
  const body = { models: [primary.model, fallback.model], max_tokens: 2_000, provider, ...more };
  return saying(lane.dialect, primary.model, `Say it. [${lane.id}]`, body);
}

describe.each(STREAMED.map((lane) => [lane.id, lane] as const))("%s", (_, lane) => {
  test("the next candidate continues a cut text: one response, one event, two charges", async () => {
    script(upstream, lane, CUT);
    const { events, headers, text } = await streamOf(gateway, lane.dialect, bodyOf(lane));
    expect(textIn(events)).toBe(CANONICAL);
    expect(looksFinished(lane.dialect, events)).toBe(true);
    const told = events.filter(({ resumed }) => resumed);
    expect(told).toHaveLength(1);
    const [{ resumed, type, choices }] = told;
    expect(resumed).toMatchObject({ provider: lane.fallback.provider, model: lane.fallback.model });
    if (lane.dialect === "chat") expect(choices).toEqual([]);
    else expect(type).toBe(lane.dialect === "messages" ? "ping" : "keepalive");
    // Nothing starts twice.
    for (const beginning of ["message_start", "content_block_start", "response.created", "response.output_item.added"])
      expect(text.split(`"type":"${beginning}"`).length).toBeLessThanOrEqual(2);

    const asked = upstream.requests.at(-1);
    expect(CANONICAL.startsWith((asked && prefillOf(asked)) || "?")).toBe(true);
    const record = await recordOf(gateway, headers);
    const broken = (await gateway.call("GET", `/generation?id=${resumed.generation_id}`)).body.data;
    expect(broken).toMatchObject({
      model: lane.primary.model,
      provider_name: lane.primary.provider,
      finish_reason: "error",
    });
    expect(record).toMatchObject({ model: lane.fallback.model, provider_name: lane.fallback.provider, status: 200 });
    for (const { cost_nano_usd, tokens_completion } of [broken, record]) {
      expect(cost_nano_usd).toBeGreaterThan(0);
      expect(tokens_completion).toBeGreaterThan(0);
    }
    expect(record.provider_responses.map(({ status }: { status: number }) => status === 200)).toEqual([false, true]);
  });
});

const [LANE] = STREAMED as [(typeof STREAMED)[number]];

test("a stream is resumed only if the caller requests it", async () => {
  script(upstream, LANE, CUT);
  expect(await callLane(gateway, upstream, LANE)).toMatchObject({ outcome: "error", fallbacks: 0 });
});

test("if the fallback rejects the prefix, the first error is returned at no cost", async () => {
  script(upstream, LANE, { ...CUT, fallbackRefusesPrefill: true });
  const { events, headers } = await streamOf(gateway, LANE.dialect, bodyOf(LANE));
  expect(errorIn(events)?.message).not.toContain("prefill");
  expect(looksFinished(LANE.dialect, events)).toBe(false);
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ model: LANE.primary.model, finish_reason: "error" });
  expect(record.provider_responses).toHaveLength(2);
});

test("a model known to reject prefixes is skipped", async () => {
  const lane = { ...LANE, fallback: { model: "openai/gpt-4.1-nano", provider: "openai" } };
  script(upstream, lane, CUT);
  expect(
    await callLane(gateway, upstream, lane, { provider: { only: ["groq", "openai"], resume: true } }),
  ).toMatchObject({
    outcome: "error",
    fallbacks: 0,
  });
});

test("a limit that does not cover another prompt ends the response where it broke", async () => {
  const { key } = await gateway.newKey({ limit: 0.001 });
  script(upstream, LANE, CUT);
  const { events } = await streamOf(gateway, LANE.dialect, bodyOf(LANE, { max_tokens: 300 }), { key });
  expect(errorIn(events)?.message).toContain("UND_ERR_SOCKET");
  expect(upstream.requests.map(({ path }) => path.split("/")[1])).toEqual(["groq"]);
});

test("both parts count toward the key's spending", async () => {
  // The circuit of the first lane's primary is open by now.
  const lane = STREAMED[1] as (typeof STREAMED)[number];
  const { key, hash } = await gateway.newKey({ limit: 1 });
  script(upstream, lane, CUT);
  const { events, headers } = await streamOf(gateway, lane.dialect, bodyOf(lane), { key });
  const { resumed } = events.find((event) => event.resumed);
  const broken = (await gateway.call("GET", `/generation?id=${resumed.generation_id}`)).body.data;
  const record = await recordOf(gateway, headers);
  const { usage } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
  expect(usage * 1e9).toBeCloseTo(broken.cost_nano_usd + record.cost_nano_usd, 0);
});

describe("published clients read a resumed response to its end", () => {
  const lane = (dialect: string) => STREAMED.findLast((one) => one.dialect === dialect) as (typeof STREAMED)[number];
  const settings = () => ({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api/v1`, maxRetries: 0 });

  test("OpenAI's client, chat and responses", async () => {
    const openai = new OpenAI(settings());
    script(upstream, lane("chat"), CUT);
    const chat = openai.chat.completions.stream(bodyOf(lane("chat")) as never);
    expect((await chat.finalChatCompletion()).choices[0]?.message.content).toBe(CANONICAL);
    script(upstream, lane("responses"), CUT);
    const { max_tokens: _, ...body } = bodyOf(lane("responses"));
    const responses = openai.responses.stream(body as never);
    expect((await responses.finalResponse()).output_text).toBe(CANONICAL);
  });

  test("Anthropic's client", async () => {
    const anthropic = new Anthropic({ ...settings(), baseURL: `${gateway.url}/api` });
    script(upstream, lane("messages"), CUT);
    expect(await anthropic.messages.stream(bodyOf(lane("messages")) as never).finalText()).toBe(CANONICAL);
  });
});
