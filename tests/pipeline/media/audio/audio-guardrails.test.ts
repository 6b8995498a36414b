import { describe, expect, test } from "vitest";
import { recordOf } from "#tests/pipeline/calling.ts";
import { EMAIL, emailRule, guardedKeys } from "#tests/pipeline/guard/guarding.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";
import { speak } from "./speaking.ts";
import { transcribe, transcribeForm } from "./transcribing.ts";

const SOUND = wavOf(toneOf(0.5));

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });
const keyUnder = guardedKeys(gateway);

const planted = `write to ${EMAIL} today`;

describe("speech", () => {
  const places: [string, object][] = [
    ["the text", { input: planted }],
    ["how to say it", { instructions: planted }],
    ["a field that only the provider knows", { future: { notes: ["hello", planted] } }],
    ["what is passed on to the provider", { provider: { options: { openai: { note: planted } } } }],
  ];

  test.each(places)("a value planted in %s is redacted and never sent", async (_, body) => {
    const key = await keyUnder(emailRule("redact"));
    const { status, headers } = await speak(gateway, body, { key });
    expect(status).toBe(200);
    const sent = upstream.requests[0]?.raw.toString() ?? "";
    expect(sent).not.toContain(EMAIL);
    expect(sent).toContain("[EMAIL");
    const record = await recordOf(gateway, headers);
    expect(record.guardrail_findings).toMatchObject([
      { rule: "email", action: "redact", direction: "input", count: 1 },
    ]);
  });

  test.each(places)("a value planted in %s blocks the request, and nothing is sent", async (_, body) => {
    const key = await keyUnder(emailRule("block"));
    const { status, headers, json } = await speak(gateway, body, {
      key,
      headers: { "x-service-metadata": "enabled" },
    });
    expect([status, json.service_metadata.pipeline.length]).toEqual([403, 1]);
    expect(upstream.requests).toHaveLength(0);
    expect(await recordOf(gateway, headers)).toMatchObject({ api_type: "tts", cost_nano_usd: 0, status: 403 });
    expect(gateway.output()).not.toContain(EMAIL);
  });

  test("the local synthesizer's file contains only what it may speak", async () => {
    const key = await keyUnder(emailRule("redact"));
    const body = { model: "local/flite", input: planted, response_format: "mp3" };
    const { bytes } = await speak(gateway, body, { key });
    expect(bytes.includes(EMAIL)).toBe(false);
    expect(bytes.includes("[EMAIL")).toBe(true);
  });
});

describe("transcripts", () => {
  const words = planted.split(" ").map((word, at) => ({ word, start: at, end: at + 1 }));
  const reply = {
    text: planted,
    language: "english",
    duration: 4,
    words,
    usage: { type: "duration", seconds: 4 },
    segments: [{ id: 0, start: 0, end: 4, text: planted }],
  };
  const scripted = () =>
    upstream.script({ reply: { body: JSON.stringify(reply), headers: { "content-type": "application/json" } } });
  const body = { response_format: "verbose_json", timestamp_granularities: ["word", "segment"] };

  test("are redacted, including words and segments", async () => {
    scripted();
    const answer = await transcribe(gateway, SOUND, body, { key: await keyUnder(emailRule("redact")) });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain(EMAIL);
    expect(answer.body).toMatchObject({ text: expect.stringContaining("[EMAIL"), language: "english", duration: 4 });
    const record = await recordOf(gateway, answer.headers);
    expect(record.guardrail_findings).toMatchObject([{ rule: "email", direction: "output", count: 1 }]);
    expect(record.not_inspected).toEqual(["input_audio (audio)"]);
  });

  test("are charged if a spoken value blocks them", async () => {
    scripted();
    const answer = await transcribe(gateway, SOUND, body, { key: await keyUnder(emailRule("block")) });
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).not.toContain(EMAIL);
    expect(await recordOf(gateway, answer.headers)).toMatchObject({
      api_type: "stt",
      finish_reason: "content_filter",
      cost_nano_usd: 400_000,
    });
    expect(gateway.output()).not.toContain(EMAIL);
  });

  test("are unchanged by rules that only report", async () => {
    scripted();
    const key = await keyUnder(emailRule("redact", { shadow: true }));
    const answer = await transcribe(gateway, SOUND, body, { key });
    expect(answer.body).toMatchObject({ text: planted, words });
  });

  test.each<[string, (key: string) => ReturnType<typeof transcribe>]>([
    ["a prompt", (key) => transcribe(gateway, SOUND, { prompt: planted }, { key })],
    ["a form's prompt", (key) => transcribeForm(gateway, SOUND, { prompt: planted }, { key })],
    [
      "what is passed on to the provider",
      (key) => transcribe(gateway, SOUND, { provider: { options: { openai: { prompt: planted } } } }, { key }),
    ],
  ])("a value planted in %s is never sent", async (_, call) => {
    const redacted = await call(await keyUnder(emailRule("redact")));
    expect(redacted.status).toBe(200);
    const sent = upstream.requests[0]?.raw.toString("latin1") ?? "";
    expect(sent).not.toContain(EMAIL);
    expect(sent).toContain("[EMAIL");
    upstream.reset();
    expect((await call(await keyUnder(emailRule("block")))).status).toBe(403);
    expect(upstream.requests).toHaveLength(0);
  });
});
