import { createOpenAI } from "@ai-sdk/openai";
import { generateSpeech, transcribe } from "ai";
import { toFile } from "openai";
import { describe, expect, test } from "vitest";
import { mp3Facts } from "#tests/pipeline/media/audio/speaking.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";

import { openaiClient } from "./openai-responses.ts";
import { openrouterClient } from "./openrouter/openrouter-responses.ts";
import { openWorld } from "./scenario/scenario-world.ts";

const world = openWorld();
const SOUND = wavOf(toneOf(1.5));
const TEXT = `You sent sound.wav of ${SOUND.length} bytes.`;
const TTS = "openai/tts-1";
const WHISPER = "openai/whisper-1";
const LOCAL = { voice: "local/flite", ear: "local/read-back" };

describe("openai", () => {
  const speech = async (model: string, format: "mp3" | "pcm", input = "Good morning") => {
    const { audio } = openaiClient(world.connection());
    const response = await audio.speech.create({
      model,
      input,
      response_format: format,
      voice: voiceOf(model),
    });
    return Buffer.from(await response.arrayBuffer());
  };

  test("audio.speech.create() returns the bytes", async () => {
    expect((await speech(TTS, "pcm")).equals(toneOf(12 * 0.05))).toBe(true);
    expect(mp3Facts(await speech("openai/gpt-4o-mini-tts", "mp3")).frames).toBeGreaterThan(10);
  });

  test("audio.speech.create() returns MP3 if it names no format", async () => {
    const { audio } = openaiClient(world.connection());
    for (const model of [TTS, LOCAL.voice]) {
      const response = await audio.speech.create({ model, input: "Good morning", voice: voiceOf(model) });
      expect(response.headers.get("content-type")).toBe("audio/mpeg");
      expect(mp3Facts(Buffer.from(await response.arrayBuffer())).frames).toBeGreaterThan(10);
    }
  });

  test("audio.transcriptions.create() returns a text, or segments and words", async () => {
    const { audio } = openaiClient(world.connection());
    const file = await toFile(SOUND, "talk.wav");
    expect(await audio.transcriptions.create({ model: WHISPER, file })).toMatchObject({ text: TEXT });
    const verbose = await audio.transcriptions.create({
      model: WHISPER,
      file,
      response_format: "verbose_json",
      timestamp_granularities: ["word", "segment"],
    });
    expect(verbose).toMatchObject({ text: TEXT, language: "english", duration: 3 });
    expect([verbose.words?.length, verbose.segments?.length]).toEqual([6, 1]);
  });

  test("audio.translations.create() returns a text, segments or subtitles", async () => {
    const { translations } = openaiClient(world.connection()).audio;
    const file = await toFile(SOUND, "talk.wav");
    expect(await translations.create({ model: WHISPER, file })).toMatchObject({ text: TEXT });
    const verbose = await translations.create({ model: WHISPER, file, response_format: "verbose_json" });
    expect(verbose).toMatchObject({ text: TEXT, duration: 3, segments: [{ start: 0, end: 3 }] });
    expect(await translations.create({ model: WHISPER, file, response_format: "text" })).toBe(`${TEXT}\n`);
    expect(await translations.create({ model: WHISPER, file, response_format: "srt" })).toBe(
      `1\n00:00:00,000 --> 00:00:03,000\n${TEXT}\n\n`,
    );
  });

  test("the local model transcribes what the local model speaks", async () => {
    const { audio } = openaiClient(world.connection());
    const file = await toFile(await speech(LOCAL.voice, "mp3", "All is well."), "talk.mp3");
    expect((await audio.transcriptions.create({ model: LOCAL.ear, file })).text).toBe("All is well.");
  });

  test("a model of another kind is a BadRequestError", async () => {
    const call = openaiClient(world.connection()).audio.speech.create({ model: WHISPER, voice: "alloy", input: "Hi" });
    await expect(call).rejects.toMatchObject({ status: 400 });
  });
});

function voiceOf(model: string): string {
  return model === LOCAL.voice ? "slt" : "alloy";
}

describe("@openrouter/sdk", () => {
  test("tts.createSpeech() streams the bytes", async () => {
    const { tts } = openrouterClient(world.connection());
    for (const responseFormat of ["pcm", "mp3"] as const) {
      const stream = await tts.createSpeech({ speechRequest: { model: TTS, input: "Good morning", responseFormat } });
      const bytes = Buffer.from(await new Response(stream).arrayBuffer());
      if (responseFormat === "pcm") expect(bytes.equals(toneOf(12 * 0.05))).toBe(true);
      else expect(mp3Facts(bytes).frames).toBeGreaterThan(10);
    }
  });

  test("stt.createTranscription() sends base64, and validates the response", async () => {
    const { stt } = openrouterClient(world.connection());
    const inputAudio = { data: SOUND.toString("base64"), format: "wav" };
    const plain = await stt.createTranscription({ sttRequest: { model: WHISPER, inputAudio } });
    expect(plain).toMatchObject({ text: TEXT, usage: { seconds: 3, cost: 0.0003 } });
    const verbose = await stt.createTranscription({
      sttRequest: { model: WHISPER, inputAudio, responseFormat: "verbose_json", timestampGranularities: ["word"] },
    });
    expect(verbose).toMatchObject({ task: "transcribe", duration: 3, language: "english" });
    expect(verbose.words).toHaveLength(6);
  });

  test("stt.createTranscriptionMultipart() sends a form", async () => {
    const { stt } = openrouterClient(world.connection());
    const file = { fileName: "talk.wav", content: new Uint8Array(SOUND) };
    const requestBody = { model: WHISPER, file, responseFormat: "verbose_json" as const };
    const response = await stt.createTranscriptionMultipart({ requestBody });
    expect(response).toMatchObject({ text: TEXT, segments: [{ id: 0, start: 0, end: 3 }] });
  });
});

describe("ai with @ai-sdk/openai", () => {
  const provider = () => createOpenAI({ apiKey: world.key, baseURL: `${world.gateway.url}/api/v1` });

  test("generateSpeech() returns MP3", async () => {
    const { audio } = await generateSpeech({ model: provider().speech(TTS), text: "Good morning", voice: "nova" });
    expect(audio.mediaType).toBe("audio/mpeg");
    expect(mp3Facts(Buffer.from(audio.uint8Array)).frames).toBe(23);
  });

  test.each([WHISPER, "openai/gpt-4o-transcribe"])("transcribe() of %s returns the text", async (model) => {
    const { text } = await transcribe({ model: provider().transcription(model), audio: SOUND });
    expect(text).toMatch(/^You sent sound\.wav/);
  });

  test("the local model transcribes what the local model speaks", async () => {
    const spoken = await generateSpeech({ model: provider().speech(LOCAL.voice), text: "All is well.", voice: "slt" });
    const heard = await transcribe({ model: provider().transcription(LOCAL.ear), audio: spoken.audio.uint8Array });
    expect(heard.text).toBe("All is well.");
  });
});
