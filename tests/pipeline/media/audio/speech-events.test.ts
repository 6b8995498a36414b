import OpenAI from "openai";
import { expect, test } from "vitest";
import { recordOf } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { speak } from "./speaking.ts";

// `stream_format: sse`: speech as the events of OpenAI's API.

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai"],
  env: { IDLE_TIMEOUT_MS: "1000", FIRST_CONTENT_TIMEOUT_MS: "1500", LAST_FIRST_CONTENT_TIMEOUT_MS: "2000" },
});

type SpeechEvent = { type: string; audio?: string; usage?: Record<string, unknown>; error?: { code: number } };

const eventsIn = (text: string): SpeechEvent[] =>
  text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []));
const soundIn = (events: SpeechEvent[]) => Buffer.concat(events.map(({ audio = "" }) => Buffer.from(audio, "base64")));

test.each(["openai/gpt-4o-mini-tts", "openai/tts-1", "local/flite"])(
  "%s sends the same sound as without events, and its usage",
  async (model) => {
    const body = { model, response_format: "pcm" };
    const { bytes } = await speak(gateway, body);
    const { status, headers, bytes: streamed } = await speak(gateway, { ...body, stream_format: "sse" });
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    const events = eventsIn(streamed.toString());
    expect(soundIn(events).equals(bytes)).toBe(true);
    const record = await recordOf(gateway, headers);
    expect(events.at(-1)).toMatchObject({ type: "speech.audio.done", usage: { cost: record.total_cost } });
  },
);

test("the published client reads it", async () => {
  const client = new OpenAI({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api/v1` });
  const response = await client.audio.speech.create({
    model: "openai/gpt-4o-mini-tts",
    voice: "alloy",
    input: "Good morning",
    stream_format: "sse",
  });
  const events = eventsIn(await response.text());
  expect(events.at(0)?.type).toBe("speech.audio.delta");
  expect(events.at(-1)?.usage?.output_tokens).toBeGreaterThan(0);
});

test("a speech that is cut off ends with an error event, never as done", async () => {
  upstream.script({ fault: { cutAfterEvents: 1 } });
  const body = { model: "openai/gpt-4o-mini-tts", stream_format: "sse" };
  const { status, headers, bytes } = await speak(gateway, body);
  expect(status).toBe(200);
  const events = eventsIn(bytes.toString());
  expect(events.at(-1)).toMatchObject({ type: "error", error: { code: 502 } });
  expect(events.some(({ type }) => type === "speech.audio.done")).toBe(false);
  expect((await recordOf(gateway, headers)).cancelled).toBe(false);
});

test("another form is a 400 that names the field", async () => {
  const { status, bytes } = await speak(gateway, { stream_format: "chunks" });
  expect(status).toBe(400);
  expect(bytes.toString()).toContain("stream_format");
});
