import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, leaving, looksFinished, recordOf, saying, streamOf } from "../calling.ts";
import { anthropic, text } from "../native/anthropic-events.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });

const MODELS = {
  openai: "openai/gpt-4o-mini",
  anthropic: "anthropic/claude-sonnet-4.5",
  google: "google/gemini-2.5-flash",
  groq: "openai/gpt-oss-120b",
};
const DIALECTS = ["responses", "messages", "chat"] as const;
const PAIRS = DIALECTS.flatMap((dialect) =>
  (Object.keys(MODELS) as (keyof typeof MODELS)[]).map((provider) => [dialect, provider] as const),
);
const USAGE = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };
const CHUNKS = [
  { id: "c", choices: [{ index: 0, delta: { content: "Hi" } }] },
  { id: "c", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  { id: "c", choices: [], usage: USAGE },
];

const asking = (dialect: DialectName, provider: keyof typeof MODELS) =>
  saying(dialect, MODELS[provider], "Hello", { provider: { only: [provider] } });

test("usage is exact even with more than a second of silence before every event", async () => {
  upstream.script({ answer: { text: "Hi" }, fault: { eventDelayMs: 1_300 } });
  const told = await Promise.all(
    PAIRS.map(async ([dialect, provider]) => {
      const { headers, events } = await streamOf(gateway, dialect, asking(dialect, provider));
      return {
        dialect,
        provider,
        isFinished: looksFinished(dialect, events),
        record: await recordOf(gateway, headers),
      };
    }),
  );
  expect(told).toMatchObject(
    PAIRS.map(([dialect, provider]) => ({
      dialect,
      provider,
      isFinished: true,
      record: { usage_estimated: false, error: null, cancelled: false },
    })),
  );
});

test.each([1_200, 4_000])(
  "usage that arrives %i ms after the finish is counted",
  async (eventDelayMs) => {
    upstream.script({ reply: { events: [...CHUNKS, "data: [DONE]\n\n"] }, fault: { eventDelayMs } });
    const { headers } = await streamOf(gateway, "chat", asking("chat", "groq"));
    expect(await recordOf(gateway, headers)).toMatchObject({
      usage_estimated: false,
      status: 200,
      usage_units: { input_tokens: 3, output_tokens: 5 },
    });
  },
  40_000,
);

test("usage is counted for a caller who disconnects at the finish", async () => {
  upstream.script({
    reply: { events: [CHUNKS[0] as object, CHUNKS[1] as object, CHUNKS[2] as object] },
    fault: { eventDelayMs: 700 },
  });
  const call = leaving(gateway, "chat", { ...asking("chat", "groq"), stream: true });
  const headers = await call.chunk;
  await new Promise((done) => setTimeout(done, 1_000));
  call.leave();
  await expect
    .poll(() => recordOf(gateway, headers).catch(() => undefined), { timeout: 5_000 })
    .toMatchObject({ usage_estimated: false, status: 200, cancelled: false, tokens_completion: 5 });
});

test.each(DIALECTS)("a count that only Anthropic's first event has is no output count (%s)", async (dialect) => {
  const words = "word ".repeat(50);
  const events = anthropic(...text(0, words)).map((event) =>
    event.replace(',"usage":{"output_tokens":9}', ',"usage":{}'),
  );
  upstream.script({ reply: { events } });
  const { headers } = await streamOf(gateway, dialect, asking(dialect, "anthropic"));
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ status: 200, usage_estimated: true, usage_units: { input_tokens: 3 } });
  expect(record.usage_units.output_tokens).toBeGreaterThan(40);
});
