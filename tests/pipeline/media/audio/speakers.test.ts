import OpenAI from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { EMAIL, emailRule, guardedKeys } from "#tests/pipeline/guard/guarding.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { setPrice } from "#tests/support/set-price.ts";
import type { Form } from "#tests/support/upstream/multipart.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";

// Transcripts that say who speaks, through OpenAI's client.

const SOUND = wavOf(toneOf(1.5));
const DIARIZE = "openai/gpt-4o-transcribe-diarize";
const JSON_TYPE = { "content-type": "application/json" };

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "elevenlabs"] });
const keyFor = guardedKeys(gateway);

beforeAll(() =>
  setPrice(gateway, {
    model_endpoint: "elevenlabs/scribe-v2@elevenlabs",
    unit: "seconds",
    nano_usd_per_million: 61_111_111_111,
  }),
);

const clientOf = (apiKey = gateway.managementKey) =>
  new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const file = () => new File([SOUND as BlobPart], "talk.wav", { type: "audio/wav" });
const sent = () => upstream.requests.at(-1)?.body as Form;
const ASKED = { model: DIARIZE, response_format: "diarized_json" } as const;

function scriptSpoken(...texts: string[]): void {
  const segments = texts.map((text, index) => ({
    id: `seg_${index}`,
    start: index,
    end: index + 1,
    text,
    speaker: "A",
  }));
  const body = JSON.stringify({ task: "transcribe", duration: 3, text: texts.join(" "), segments });
  upstream.script({ reply: { body, headers: JSON_TYPE } });
}

describe("a transcript with speakers", () => {
  test("has segments in OpenAI's form", async () => {
    const transcript = await clientOf().audio.transcriptions.create({ ...ASKED, file: file() });
    const [first, second] = [`You sent sound.wav`, `of ${SOUND.length} bytes.`];
    const segment = { type: "transcript.text.segment" };
    expect(transcript).toEqual({
      task: "transcribe",
      duration: 3,
      text: `${first} ${second}`,
      segments: [
        { ...segment, id: "seg_001", start: 0, end: 1.5, text: first, speaker: "A" },
        { ...segment, id: "seg_002", start: 1.5, end: 3, text: second, speaker: "B" },
      ],
      usage: expect.objectContaining({ input_tokens: 30, cost: expect.any(Number) }),
    });
    expect(sent()).toMatchObject({ response_format: "diarized_json", chunking_strategy: "auto" });
  });

  test("is asked for with known speakers and the caller's own division", async () => {
    await clientOf().audio.transcriptions.create({
      ...ASKED,
      file: file(),
      chunking_strategy: { type: "server_vad", silence_duration_ms: 300 },
      known_speaker_names: ["agent", "customer"],
      known_speaker_references: ["data:audio/wav;base64,AAAA", "data:audio/wav;base64,BBBB"],
    });
    expect(sent()).toMatchObject({
      "chunking_strategy[type]": "server_vad",
      "chunking_strategy[silence_duration_ms]": "300",
    });
    expect(sent()).not.toHaveProperty("chunking_strategy");
    expect(sent()["known_speaker_names[]"]).toBe("agent,customer");
    expect(sent()["known_speaker_references[]"]).toBe("data:audio/wav;base64,AAAA,data:audio/wav;base64,BBBB");
  });

  test("is streamed as one event for each segment", async () => {
    const stream = await clientOf().audio.transcriptions.create({ ...ASKED, file: file(), stream: true });
    const events = await Array.fromAsync(stream);
    expect(events.map(({ type }) => type)).toEqual([
      "transcript.text.segment",
      "transcript.text.segment",
      "transcript.text.done",
    ]);
    expect(events[1]).toMatchObject({ id: "seg_002", speaker: "B", text: `of ${SOUND.length} bytes.` });
  });

  test("has no value in text or segments that a guardrail redacts", async () => {
    const { audio } = clientOf(await keyFor(emailRule("redact", { applies_to: "output" })));
    scriptSpoken(" Hello.", ` Write\nto ${EMAIL}.`, " Bye.");
    const transcript = await audio.transcriptions.create({ ...ASKED, file: file() });
    expect(transcript).toMatchObject({
      text: "Hello. Write to [EMAIL_1]. Bye.",
      segments: [{ text: "Hello." }, { text: "Write to [EMAIL_1]." }, { text: "Bye." }],
    });
  });

  test("has no segments if a guardrail removes what goes across two of them", async () => {
    const rule = { pattern: "one\\s+two", label: "[COUNT]", action: "redact" };
    const { audio } = clientOf(await keyFor({ content_filters: [rule] }));
    scriptSpoken(" I say one", " two and three.");
    const transcript = await audio.transcriptions.create({ ...ASKED, file: file() });
    expect(transcript).toMatchObject({ text: "I say [COUNT_1] and three.", segments: [] });
  });

  test("is rejected for a model that does not separate speakers", async () => {
    const create = clientOf().audio.transcriptions.create({ ...ASKED, model: "openai/whisper-1", file: file() });
    await expect(create).rejects.toThrow(
      "400 Invalid request: response_format: openai/whisper-1 does not separate speakers; use openai/gpt-4o-transcribe-diarize",
    );
  });

  test("comes from ElevenLabs' words", async () => {
    const word = (text: string, start: number, speaker_id: string) => {
      return { text, start, end: start + 0.4, type: "word", speaker_id };
    };
    const words = [word("Hello.", 0, "speaker_0"), word("Good", 1, "speaker_1"), word("day.", 1.5, "speaker_1")];
    const body = JSON.stringify({ text: "Hello. Good day.", words, audio_duration_secs: 2 });
    upstream.script({ reply: { body, headers: JSON_TYPE } });
    const model = "elevenlabs/scribe-v2";
    const transcript = await clientOf().audio.transcriptions.create({ ...ASKED, model, file: file() });
    expect(transcript).toMatchObject({
      duration: 2,
      segments: [
        { text: "Hello.", speaker: "speaker_0" },
        { text: "Good day.", speaker: "speaker_1", start: 1, end: 1.9 },
      ],
    });
    expect(sent().diarize).toBe("true");
  });
});

test("gpt-transcribe gets the language in a list, and its price by the second", async () => {
  const request = { model: "openai/gpt-transcribe", file: file(), language: "fr" };
  upstream.script({
    reply: { body: JSON.stringify({ text: "Bonjour", usage: { type: "duration", seconds: 2 } }), headers: JSON_TYPE },
  });
  const transcript = await clientOf().audio.transcriptions.create(request);
  expect(sent()).toMatchObject({ "languages[]": "fr", response_format: "json" });
  expect(sent()).not.toHaveProperty("language");
  // 0.0045 USD a minute.
  expect(transcript).toMatchObject({ text: "Bonjour", usage: { seconds: 2, cost: 0.00015 } });
});
