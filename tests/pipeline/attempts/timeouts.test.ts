import { expect, test } from "vitest";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { errorIn, looksFinished, post, recordOf, saying, streamOf, textIn } from "../calling.ts";

const NATIVE = "openai/gpt-oss-120b";
const TOTAL_MS = 4000;

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["groq", "together", "anthropic"],
  env: {
    CONNECT_TIMEOUT_MS: "500",
    FIRST_CONTENT_TIMEOUT_MS: "400",
    LAST_FIRST_CONTENT_TIMEOUT_MS: "1200",
    IDLE_TIMEOUT_MS: "800",
    TOTAL_TIMEOUT_MS: String(TOTAL_MS),
  },
});

const both = { provider: { order: ["groq", "together"], allow_fallbacks: false } };

test("the first content has a shorter timeout if another candidate is left", async () => {
  // A gateway's first request is slower, which would use up the time of the second attempt.
  await post(gateway, "chat", saying("chat", NATIVE, "Hello", both));
  upstream.script({ fault: { headersDelayMs: 20_000 } });
  const startedAt = Date.now();
  const { status, headers } = await post(gateway, "chat", saying("chat", NATIVE, "Hello", { ...both, stream: true }));
  expect(status).toBe(524);
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1500);
  const [first, second] = (await recordOf(gateway, headers)).provider_responses;
  expect(first).toMatchObject({ provider_name: "groq", status: 524 });
  expect(second).toMatchObject({ provider_name: "together", status: 524 });
  expect(first.latency).toBeLessThan(second.latency);
});

test.each(["chat", "messages"] as const)(
  "a stream that never stops ends at the request's total timeout (%s)",
  async (dialect) => {
    upstream.script({ fault: { eventDelayMs: 100, replyWords: 1000 } });
    const { events, headers } = await streamOf(
      gateway,
      dialect,
      saying(dialect, NATIVE, "Hello", { provider: { only: ["groq"] } }),
    );
    expect(textIn(events)).toContain("word0");
    expect(looksFinished(dialect, events)).toBe(false);
    expect(errorIn(events)?.code).toBe(524);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ status: 524, cancelled: false });
    expect(record.generation_time).toBeGreaterThanOrEqual(TOTAL_MS);
    expect(upstream.requests).toHaveLength(1);
  },
);

test("a slow but steady stream is not idle", async () => {
  upstream.script({ fault: { eventDelayMs: 200, replyWords: 6 } });
  const { events } = await streamOf(gateway, "chat", saying("chat", NATIVE, "Hello", { provider: { only: ["groq"] } }));
  expect(looksFinished("chat", events)).toBe(true);
});

test("a slow reader is not mistaken for a silent upstream", async () => {
  const patient = await openPooledGateway({ upstream, providers: ["groq"], env: { IDLE_TIMEOUT_MS: "500" } });
  const chunk = (delta: object, more = {}) => ({ id: "c", choices: [{ index: 0, delta, ...more }] });
  const events = Array.from({ length: 60 }, () => chunk({ content: "x".repeat(500_000) }));
  const end = chunk({}, { finish_reason: "stop" });
  upstream.script({ reply: { events: [...events, end, "data: [DONE]\n\n"] } });
  const response = await fetch(`${patient.url}/api/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${patient.managementKey}` },
    body: JSON.stringify(saying("chat", NATIVE, "Hello", { stream: true })),
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await new Promise((done) => setTimeout(done, 2500));
  let last = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    last = (last + Buffer.from(value).toString("latin1")).slice(-2000);
  }
  expect(last).toContain("[DONE]");
  expect(last).not.toContain('"error"');
  expect(await recordOf(patient, response.headers)).toMatchObject({ status: 200, error: null });
  await patient.stop();
});
