import { OpenAI } from "openai";
import { describe, expect, test } from "vitest";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Fault } from "#tests/support/upstream/fault.ts";
import { type DialectName, errorIn, looksFinished, post, recordOf, saying, streamOf, textIn } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "anthropic", "google", "groq", "perplexity-agent"],
  env: { IDLE_TIMEOUT_MS: "700" },
});

const MODELS = {
  openai: "openai/gpt-4o-mini",
  anthropic: "anthropic/claude-sonnet-4.5",
  google: "google/gemini-2.5-flash",
  groq: "openai/gpt-oss-120b",
  "perplexity-agent": "perplexity/sonar",
};
type ProviderName = keyof typeof MODELS;
const DIALECTS = ["responses", "messages", "chat"] as const;
const PAIRS = DIALECTS.flatMap((dialect) =>
  (Object.keys(MODELS) as ProviderName[]).map((provider): [DialectName, ProviderName] => [dialect, provider]),
);
// Enough events for the fault to come after the first words in every format.
const FAULTS: [string, Fault, number?][] = [
  ["a cut", { cutAfterEvents: 9 }, 502],
  ["an end that is none", { endAfterEvents: 9 }, 502],
  ["a malformed event", { malformedAfterEvents: 9 }, 502],
  ["an error event", { errorAfterEvents: 9 }],
  ["a stall", { stallAfterEvents: 9 }, 524],
];

describe.each(PAIRS)("%s at %s", (dialect, provider) => {
  const ask = (more = {}) => saying(dialect, MODELS[provider], "Hello", { provider: { only: [provider] }, ...more });

  test.each(FAULTS)(
    "%s after the first content is reported in the caller's dialect and recorded",
    async (_, fault, status) => {
      upstream.script({ fault: { replyWords: 40, ...fault } });
      const response = await streamOf(gateway, dialect, ask());
      expect(response.status).toBe(200);
      const text = textIn(response.events);
      expect(text).toMatch(/^word0 /);
      expect(text).not.toContain("word39");
      expect(looksFinished(dialect, response.events)).toBe(false);
      expect(errorIn(response.events)?.message).toBeTruthy();
      expect(upstream.requests).toHaveLength(1);
      const record = await recordOf(gateway, response.headers);
      expect(record).toMatchObject({ finish_reason: "error", cancelled: false, usage_estimated: true });
      expect(record.error).toBeTruthy();
      expect(record.status).toBeGreaterThanOrEqual(400);
      if (status) expect(record.status).toBe(status);
      expect(record.provider_responses).toMatchObject([{ error: record.error }]);
      expect(record.provider_responses[0].status).toBeGreaterThanOrEqual(400);
      expect(record.tokens_completion).toBeGreaterThan(0);
      expect(record.tokens_completion).toBeLessThan(80);
      expect(record.cost_nano_usd).toBeGreaterThan(0);
    },
  );
});

type Case = [name: string, fault: Fault, stream: boolean];

describe.each(PAIRS)("a caller who received nothing is not charged: %s at %s", (dialect, provider) => {
  const ask = (more = {}) => saying(dialect, MODELS[provider], "Hello", { provider: { only: [provider] }, ...more });

  const expectFree = async (fault: Fault, stream: boolean) => {
    upstream.script({ fault: { replyWords: 40, ...fault } });
    const { status, headers } = await post(gateway, dialect, ask({ stream }));
    expect(status).toBe(502);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ finish_reason: "error", cost_nano_usd: 0, tokens_prompt: 0, tokens_completion: 0 });
  };

  // The first event of the others is content.
  const isSilentAtFirst = provider === "anthropic" || provider === "openai";
  const early: Case[] = isSilentAtFirst ? [["a stream cut before its first content", { cutAfterEvents: 1 }, true]] : [];

  test.each<Case>([
    ["a whole answer that is cut", { cutAfterEvents: 9 }, false],
    ["a whole answer that cannot be read", { malformedAfterEvents: 9 }, false],
    ...early,
  ])("%s", (_, fault, stream) => expectFree(fault, stream));
});

describe("the final events of a failed responses stream", () => {
  test.each(["openai", "anthropic"] as const)(
    "continue the sequence numbers and keep the id (%s)",
    async (provider) => {
      upstream.script({ fault: { replyWords: 40, cutAfterEvents: 9 } });
      const body = saying("responses", MODELS[provider], "Hello");
      const { events } = await streamOf(gateway, "responses", body, { headers: { "x-response-events": "openai" } });
      const numbered = events.filter(({ sequence_number: number }) => number !== undefined);
      expect(numbered.map(({ sequence_number: number }) => number)).toEqual(numbered.map((_, index) => index));
      const failed = events.find(({ type }) => type === "response.failed");
      expect(failed.response.id).toBe(events[0].response.id);
      expect(events.at(-1)).toBe("[DONE]");
      if (provider === "anthropic") expect(JSON.stringify(failed.response.output)).toContain("word0 word1");
    },
  );

  test.each(["openai", "anthropic"] as const)(
    "make the published client throw its own error (%s)",
    async (provider) => {
      upstream.script({ fault: { replyWords: 40, cutAfterEvents: 9 } });
      const client = new OpenAI({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api/v1`, maxRetries: 0 });
      const stream = client.responses.stream({ model: MODELS[provider], input: "Hello" });
      const final = await stream.finalResponse().catch((error: Error) => error);
      expect(String((final as Error).message ?? "")).not.toMatch(/identity/);
      if (!(final instanceof Error)) expect(final.status).toBe("failed");
    },
  );
});

test("events before a malformed one in the same chunk are delivered", async () => {
  const chunk = (content: string) => `data: {"id":"c","choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`;
  upstream.script({
    reply: { events: [chunk("one"), `${chunk(" two")}${chunk(" three")}data: {"id":\n\n${chunk("four")}`] },
  });
  const { events } = await streamOf(gateway, "chat", saying("chat", MODELS.groq, "Hello"));
  expect(textIn(events.filter((event) => !event.error))).toBe("one two three");
  expect(events.at(-2).error.code).toBe(502);
  expect(events.at(-1)).toBe("[DONE]");
});

test("[DONE] alone does not make an unfinished responses stream look finished", async () => {
  const delta = { type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta: "Hi" };
  upstream.script({ reply: { events: [delta, "data: [DONE]\n\n"] } });
  const { events } = await streamOf(gateway, "responses", saying("responses", MODELS.openai, "Hello"));
  expect(events.map((event) => event.type ?? event).slice(-2)).toEqual(["response.failed", "[DONE]"]);
});

test("with several choices, the end of one does not end the others", async () => {
  const chunk = (index: number, rest: object) => ({ id: "c", choices: [{ index, ...rest }] });
  const events = [
    chunk(0, { delta: { content: "a" } }),
    chunk(0, { delta: {}, finish_reason: "stop" }),
    chunk(1, { delta: { content: "b" } }),
  ];
  upstream.script({ reply: { events }, fault: { cutAfterEvents: 3 } });
  const response = await streamOf(gateway, "chat", saying("chat", MODELS.groq, "Hello", { n: 2 }));
  expect(response.events.some((event) => event.error)).toBe(true);
});

test("a stream without [DONE] on an open connection ends promptly and successfully", async () => {
  const ids = { id: "c", choices: [] };
  const events = [
    { id: "c", choices: [{ index: 0, delta: { content: "Hi" } }] },
    { id: "c", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    { ...ids, usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
  ];
  upstream.script({ reply: { events }, fault: { stallAfterEvents: 3 } });
  const slow = await openPooledGateway({ upstream, providers: ["groq"] });
  const startedAt = Date.now();
  const response = await streamOf(slow, "chat", saying("chat", MODELS.groq, "Hello"));
  // The idle time of this gateway is 30 s.
  expect(Date.now() - startedAt).toBeLessThan(25_000);
  expect(response.events.at(-1)).toBe("[DONE]");
  expect(response.events.some((event) => event.error)).toBe(false);
  expect(await recordOf(slow, response.headers)).toMatchObject({ status: 200, error: null, tokens_completion: 2 });
  await slow.stop();
});
