import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { EMAIL, emailRule, guardedKeys } from "#tests/pipeline/guard/guarding.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Form } from "#tests/support/upstream/multipart.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";

// Transcripts in the forms of OpenAI's clients that are not JSON: text, subtitles and events.

const SOUND = wavOf(toneOf(1.5));
const TEXT = `You sent sound.wav of ${SOUND.length} bytes.`;
const WHISPER = "openai/whisper-1";
/** A model without timestamps. */
const NO_TIMES = "openai/gpt-4o-transcribe";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });
const keyFor = guardedKeys(gateway);

const clientOf = (apiKey = gateway.managementKey) =>
  new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const file = () => new File([SOUND as BlobPart], "talk.wav", { type: "audio/wav" });
const sent = () => upstream.requests.at(-1)?.body as Form;

function textOf(model: string, response_format: "text" | "srt" | "vtt", key?: string): Promise<string> {
  return clientOf(key).audio.transcriptions.create({ model, file: file(), response_format }) as Promise<string>;
}

async function eventsOf(model: string, key?: string) {
  const stream = await clientOf(key).audio.transcriptions.create({ model, file: file(), stream: true });
  return Array.fromAsync(stream);
}

describe("a transcript", () => {
  test("is text or subtitles, from the times of the provider", async () => {
    expect(await textOf(WHISPER, "text")).toBe(`${TEXT}\n`);
    expect(await textOf(WHISPER, "srt")).toBe(`1\n00:00:00,000 --> 00:00:03,000\n${TEXT}\n\n`);
    expect(await textOf(WHISPER, "vtt")).toBe(`WEBVTT\n\n00:00:00.000 --> 00:00:03.000\n${TEXT}\n\n`);
    expect(sent().response_format).toBe("verbose_json");
  });

  test("of a model without timestamps is one subtitle as long as the sound", async () => {
    expect(await textOf(NO_TIMES, "srt")).toBe(`1\n00:00:00,000 --> 00:00:01,500\n${TEXT}\n\n`);
    expect(sent().response_format).toBe("json");
  });

  test("is streamed as OpenAI's events", async () => {
    expect(await eventsOf(NO_TIMES)).toEqual([
      { type: "transcript.text.delta", delta: TEXT },
      {
        type: "transcript.text.done",
        text: TEXT,
        usage: expect.objectContaining({ type: "tokens", input_tokens: expect.any(Number), cost: expect.any(Number) }),
      },
    ]);
    expect((await eventsOf(WHISPER)).at(-1)).toMatchObject({ usage: { type: "duration", seconds: 3 } });
    expect(sent().stream).toBeUndefined();
  });

  test("has no value in any form that a guardrail redacts", async () => {
    const key = await keyFor(emailRule("redact", { applies_to: "output" }));
    const text = `Write to ${EMAIL}.`;
    const segments = [{ id: 0, start: 0, end: 3, text }];
    const body = JSON.stringify({ text, duration: 3, segments, usage: { type: "duration", seconds: 3 } });
    upstream.script({ times: 3, reply: { body, headers: { "content-type": "application/json" } } });
    expect(await textOf(WHISPER, "text", key)).toBe("Write to [EMAIL_1].\n");
    expect(await textOf(WHISPER, "srt", key)).toMatch(/^1\n00:00:00,000 --> 00:00:03,000\nWrite to \[EMAIL_1\]\.\n/);
    expect(JSON.stringify(await eventsOf(NO_TIMES, key))).not.toContain(EMAIL);
  });

  test("that cannot be made is an error in its form's place", async () => {
    upstream.script({ times: 9, fault: { status: 400 } });
    await expect(eventsOf(NO_TIMES)).rejects.toThrow(OpenAI.BadRequestError);
    await expect(textOf(WHISPER, "srt")).rejects.toThrow(OpenAI.BadRequestError);
  });
});
