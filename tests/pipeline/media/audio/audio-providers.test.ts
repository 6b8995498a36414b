import { beforeAll, describe, expect, test } from "vitest";
import { recordOf } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { setPrice } from "#tests/support/set-price.ts";
import type { Form, UploadedFile } from "#tests/support/upstream/multipart.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";
import { speak } from "./speaking.ts";
import { transcribe } from "./transcribing.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["elevenlabs", "deepgram", "google"] });

beforeAll(async () => {
  const spoken = { unit: "characters", nano_usd_per_million: 50_000_000_000 };
  const heard = { unit: "seconds", nano_usd_per_million: 61_111_111_111 };
  for (const name of ["eleven-flash-v2-5", "eleven-v3"])
    await setPrice(gateway, { model_endpoint: `elevenlabs/${name}@elevenlabs`, ...spoken });
  for (const name of ["scribe-v1", "scribe-v2"])
    await setPrice(gateway, { model_endpoint: `elevenlabs/${name}@elevenlabs`, ...heard });
});

const SOUND = wavOf(toneOf(1.5));
const JSON_TYPE = { "content-type": "application/json" };
const first = () => upstream.requests[0];

describe("ElevenLabs", () => {
  const headers = { "content-type": "audio/mpeg", "request-id": "el-1", "character-cost": "6" };

  test("generates speech as documented", async () => {
    const sound = toneOf(0.1);
    upstream.script({ reply: { body: sound, headers } });
    const options = { seed: 7, text: "other", voice_settings: { stability: 0.3 } };
    const answer = await speak(gateway, {
      model: "elevenlabs/eleven-flash-v2-5",
      voice: "21m00Tcm4TlvDq8ikWAM",
      speed: 1.1,
      response_format: "mp3",
      provider: { options: { elevenlabs: options } },
    });
    expect([answer.status, answer.bytes.equals(sound)]).toEqual([200, true]);
    expect(first()?.path).toBe("/elevenlabs/v1/text-to-speech/21m00Tcm4TlvDq8ikWAM/stream");
    expect(first()?.query.get("output_format")).toBe("mp3_44100_128");
    expect(first()?.headers["xi-api-key"]).toBe("key-of-elevenlabs");
    expect(first()?.body).toEqual({
      text: "Good morning",
      model_id: "eleven_flash_v2_5",
      seed: 7,
      voice_settings: { stability: 0.3, speed: 1.1 },
    });
    const record = await recordOf(gateway, answer.headers);
    expect(record).toMatchObject({
      upstream_id: "el-1",
      usage_units: { characters: 12 },
      raw_usage: { character_cost: 6 },
      // 50 USD for a million.
      cost_nano_usd: 12 * 50_000,
      usage_estimated: false,
      unpriced_units: [],
    });
  });

  test("gets a request for 24 kHz, its default voice, and a speed within its range", async () => {
    upstream.script({ reply: { body: toneOf(0.1), headers } });
    const answer = await speak(gateway, { model: "elevenlabs/eleven-v3", speed: 3 });
    expect(answer.headers.get("content-type")).toBe("audio/pcm");
    expect(first()?.path).toContain("/JBFqnCBsd6RMkjVDRZzb/stream");
    expect(first()?.query.get("output_format")).toBe("pcm_24000");
    expect(first()?.body).toMatchObject({ voice_settings: { speed: 1.2 } });
    const { notes } = await recordOf(gateway, answer.headers);
    expect(notes).toEqual(["speed: 3 changed to 1.2 (the provider supports 0.7 to 1.2)"]);
  });

  test("cannot get another URL path through the voice", async () => {
    upstream.script({ reply: { body: toneOf(0.1), headers } });
    await speak(gateway, { model: "elevenlabs/eleven-v3", voice: "../../v1/user?x=" });
    expect(first()?.path).toBe("/elevenlabs/v1/text-to-speech/..%2F..%2Fv1%2Fuser%3Fx%3D/stream");
  });

  test("has its errors parsed", async () => {
    const detail = { status: "voice_not_found", message: "A voice with that ID was not found." };
    upstream.script({ reply: { status: 404, body: JSON.stringify({ detail }), headers: JSON_TYPE } });
    const { json } = await speak(gateway, { model: "elevenlabs/eleven-v3", voice: "nobody" });
    expect(json.error.message).toContain("A voice with that ID was not found.");
  });

  const words = [
    { text: "Good", start: 0.1, end: 0.4, type: "word", logprob: 0, speaker_id: "speaker_0" },
    { text: " ", start: 0.4, end: 0.5, type: "spacing", logprob: 0 },
    { text: "morning.", start: 0.5, end: 0.9, type: "word", logprob: -0.1, speaker_id: "speaker_0" },
    { text: "(laughs)", start: 0.9, end: 1, type: "audio_event" },
    { text: "Hello?", start: 1.1, end: 1.4, type: "word", logprob: 0, speaker_id: "speaker_1" },
  ];
  const reply = { language_code: "eng", language_probability: 0.98, text: "Good morning. (laughs) Hello?", words };

  test("transcribes as documented", async () => {
    upstream.script({ reply: { body: JSON.stringify({ ...reply, transcription_id: "t-1" }), headers: JSON_TYPE } });
    const { body, headers } = await transcribe(gateway, SOUND, {
      model: "elevenlabs/scribe-v2",
      language: "en",
      temperature: 0.3,
      response_format: "verbose_json",
      timestamp_granularities: ["word", "segment"],
      provider: {
        options: {
          elevenlabs: { diarize: true, model_id: "other", webhook: true, cloud_storage_url: "https://a.example" },
        },
      },
    });
    expect(first()?.path).toBe("/elevenlabs/v1/speech-to-text");
    expect(first()?.headers["xi-api-key"]).toBe("key-of-elevenlabs");
    const { file, ...fields } = (first()?.body ?? {}) as Form;
    expect((file as UploadedFile).bytes.equals(SOUND)).toBe(true);
    expect(fields).toEqual({
      model_id: "scribe_v2",
      timestamps_granularity: "word",
      language_code: "en",
      temperature: "0.3",
      diarize: "true",
    });
    expect(body).toMatchObject({
      task: "transcribe",
      language: "eng",
      duration: 1.5,
      text: reply.text,
      segments: [
        { id: 0, start: 0.1, end: 0.9, text: "Good morning.", speaker: "speaker_0" },
        { id: 1, start: 1.1, end: 1.4, text: "Hello?", speaker: "speaker_1" },
      ],
      usage: { seconds: 1.5 },
    });
    expect(body.words).toHaveLength(3);
    expect(body.words[1]).toEqual({
      word: "morning.",
      start: 0.5,
      end: 0.9,
      speaker: "speaker_0",
      confidence: expect.closeTo(0.905, 2),
    });
    const record = await recordOf(gateway, headers);
    // 0.22 USD an hour.
    expect(record).toMatchObject({ upstream_id: "t-1", cost_nano_usd: 91_667, usage_estimated: false });
  });

  test("is billed by the length it reports", async () => {
    upstream.script({ reply: { body: JSON.stringify({ ...reply, audio_duration_secs: 3.25 }), headers: JSON_TYPE } });
    const { body } = await transcribe(gateway, SOUND, { model: "elevenlabs/scribe-v1" });
    expect(body).toEqual({ text: reply.text, usage: { seconds: 3.25, cost: 0.000198611, is_byok: false } });
  });
});

describe("Deepgram", () => {
  const headers = { "content-type": "audio/mpeg", "dg-request-id": "dg-1", "dg-char-count": "11" };

  test.each([
    [undefined, "aura-2-thalia-en"],
    ["luna", "aura-2-luna-en"],
    ["celeste-es", "aura-2-celeste-es"],
    ["aura-2-luna-en", "aura-2-luna-en"],
  ])("generates speech in the voice %s, as documented", async (voice, model) => {
    const sound = toneOf(0.1);
    upstream.script({ reply: { body: sound, headers } });
    const answer = await speak(gateway, {
      model: "deepgram/aura-2",
      response_format: "mp3",
      ...(voice && { voice }),
      provider: {
        options: { deepgram: { bit_rate: 48_000, model: "other", tag: ["a", "b"], callback: "https://a.example" } },
      },
    });
    expect(answer.bytes.equals(sound)).toBe(true);
    expect(first()?.path).toBe("/deepgram/v1/speak");
    expect(first()?.headers.authorization).toBe("Token key-of-deepgram");
    expect(first()?.query.toString()).toBe(`bit_rate=48000&tag=a&tag=b&model=${model}&encoding=mp3`);
    expect(first()?.body).toEqual({ text: "Good morning" });
    // By the provider's own count.
    expect(await recordOf(gateway, answer.headers)).toMatchObject({
      upstream_id: "dg-1",
      usage_units: { characters: 11 },
      cost_nano_usd: 11 * 30_000,
      usage_estimated: false,
    });
  });

  test("gets a request for raw samples", async () => {
    upstream.script({ reply: { body: toneOf(0.1), headers } });
    const answer = await speak(gateway, { model: "deepgram/aura-2", speed: 2 });
    const query = Object.fromEntries(first()?.query ?? []);
    expect(query).toMatchObject({ encoding: "linear16", container: "none", sample_rate: "24000" });
    expect((await recordOf(gateway, answer.headers)).notes).toEqual(["speed: dropped (not supported by the provider)"]);
  });

  test("rejects a voice of another model", async () => {
    const { status, json } = await speak(gateway, { model: "deepgram/aura-2", voice: "aura-asteria-en&x=1" });
    expect([status, json.error.message]).toEqual([400, expect.stringContaining("aura-2-thalia-en")]);
    expect(upstream.requests).toHaveLength(0);
  });

  test("has its errors parsed", async () => {
    const error = { err_code: "INVALID_QUERY_PARAMETER", err_msg: "No such model", request_id: "r" };
    upstream.script({ reply: { status: 400, body: JSON.stringify(error), headers: JSON_TYPE } });
    const { status, json } = await speak(gateway, { model: "deepgram/aura-2" });
    expect([status, json.error.message]).toEqual([400, expect.stringContaining("No such model")]);
  });

  const heard = {
    transcript: "Good morning. Hello?",
    confidence: 0.97,
    words: [
      { word: "good", punctuated_word: "Good", start: 0.1, end: 0.4, confidence: 0.99, speaker: 0 },
      { word: "morning", punctuated_word: "morning.", start: 0.5, end: 0.9, confidence: 0.9, speaker: 0 },
      { word: "hello", punctuated_word: "Hello?", start: 1.1, end: 1.4, confidence: 0.95, speaker: 0 },
    ],
  };
  const reply = {
    metadata: { request_id: "dg-2", duration: 1.5, channels: 1 },
    results: { channels: [{ detected_language: "en", alternatives: [heard] }] },
  };

  test("transcribes as documented", async () => {
    upstream.script({ reply: { body: JSON.stringify(reply), headers: JSON_TYPE } });
    const { body, headers } = await transcribe(gateway, SOUND, {
      model: "deepgram/nova-3",
      temperature: 0.4,
      response_format: "verbose_json",
      // A callback would bypass the guardrails and the ledger.
      provider: { options: { deepgram: { diarize: true, keyterm: ["Ana"], callback: "https://a.example" } } },
    });
    expect(first()?.path).toBe("/deepgram/v1/listen");
    expect(first()?.headers).toMatchObject({ authorization: "Token key-of-deepgram", "content-type": "audio/wav" });
    expect(first()?.query.toString()).toBe(
      "smart_format=true&diarize=true&keyterm=Ana&model=nova-3&detect_language=true",
    );
    expect(first()?.raw.equals(SOUND)).toBe(true);
    expect(body).toMatchObject({
      text: heard.transcript,
      language: "en",
      duration: 1.5,
      confidence: 0.97,
      usage: { seconds: 1.5 },
      segments: [
        { id: 0, start: 0.1, end: 0.9, text: "Good morning." },
        { id: 1, start: 1.1, end: 1.4, text: "Hello?" },
      ],
    });
    expect(await recordOf(gateway, headers)).toMatchObject({
      upstream_id: "dg-2",
      notes: ["temperature: dropped (not supported by the provider)"],
      // 0.0043 USD a minute.
      cost_nano_usd: 107_500,
    });
  });

  test("is billed for each channel transcribed separately", async () => {
    const channel = { alternatives: [heard] };
    const both = { ...reply, results: { channels: [channel, channel] } };
    upstream.script({ reply: { body: JSON.stringify(both), headers: JSON_TYPE } });
    const options = { deepgram: { multichannel: true } };
    const { body } = await transcribe(gateway, SOUND, {
      model: "deepgram/nova-3",
      language: "en",
      provider: { options },
    });
    expect(first()?.query.get("language")).toBe("en");
    expect(first()?.query.has("detect_language")).toBe(false);
    expect(body).toMatchObject({ text: `${heard.transcript}\n${heard.transcript}`, usage: { seconds: 3 } });
  });
});
