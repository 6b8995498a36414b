import { describe, expect, test } from "vitest";
import type { SpeechRequest } from "#lib/contract/speech.ts";
import { providers } from "#server/providers/registry.ts";
import { mp3Facts } from "#tests/pipeline/media/audio/speaking.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";

const upstream = sharedUpstream();

/** The request that a provider's adapter sends, called like in the pipeline. */
async function speak(id: string, request: Partial<SpeechRequest>, model: string) {
  const speak = providers.get(id)?.speak;
  if (!speak) throw new Error(`${id} does not speak`);
  const { pieces, facts } = await speak({
    request: { input: "Good morning", model: "any", ...request },
    options: {},
    model,
    credential: "key",
    baseUrl: `${upstream.url}/v1`,
    fetch,
    signal: new AbortController().signal,
    load: () => Promise.reject(new Error("nothing is loaded")),
    loadResponseFile: () => Promise.reject(new Error("nothing is loaded")),
  });
  const bytes = Buffer.concat(await Array.fromAsync(pieces));
  return { bytes, told: facts() };
}

const MODEL = "canopylabs/orpheus-v1-english";

describe("Groq, which returns only WAV", () => {
  test("gets a request for WAV in one of its voices", async () => {
    const { bytes, told } = await speak("groq", {}, MODEL);
    expect(upstream.requests[0]?.body).toEqual({
      model: MODEL,
      input: "Good morning",
      voice: "autumn",
      response_format: "wav",
    });
    // The samples as they were, without the header.
    expect(bytes.equals(toneOf(12 * 0.05))).toBe(true);
    expect(told.usage).toEqual({ characters: 12 });
  });

  test("is converted to MP3", async () => {
    const { bytes } = await speak("groq", { response_format: "mp3", voice: "troy" }, MODEL);
    expect(mp3Facts(bytes).sampleRate).toBe(24_000);
  });

  const stereo = Buffer.from(toneOf(0.5).buffer);
  test.each<[string, Buffer, number]>([
    ["at another rate", wavOf(toneOf(0.5, 48_000), 48_000), 24_000],
    ["of unknown length", withoutLength(wavOf(toneOf(0.5))), 24_000],
    ["with other chunks before its samples", withChunk(wavOf(toneOf(0.5))), 24_000],
    ["in two channels", twoChannels(wavOf(stereo)), 12_000],
  ])("is also read with %s", async (_, body, bytes) => {
    upstream.script({ reply: { body, headers: { "content-type": "audio/wav" } } });
    expect(Math.abs((await speak("groq", {}, MODEL)).bytes.length - bytes)).toBeLessThanOrEqual(4);
  });

  test.each([Buffer.from("ID3 and so on"), Buffer.alloc(100_000), wavOf(toneOf(0.1)).subarray(0, 30)])(
    "is a failure if it is not a WAV file",
    async (body) => {
      upstream.script({ reply: { body, headers: { "content-type": "audio/wav" } } });
      await expect(speak("groq", {}, MODEL)).rejects.toThrow();
    },
  );
});

test("a compatible server gets the caller's request without a default voice", async () => {
  const { bytes, told } = await speak("vllm", { speed: 1.2, user: "u", stream_format: "sse" }, "kokoro");
  expect(upstream.requests[0]?.body).toEqual({
    model: "kokoro",
    input: "Good morning",
    speed: 1.2,
    response_format: "pcm",
  });
  expect(bytes.equals(toneOf(12 * 0.05))).toBe(true);
  expect(told).toEqual({});
});

function withoutLength(wav: Buffer): Buffer {
  wav.writeUInt32LE(0xffffffff, 4);
  wav.writeUInt32LE(0xffffffff, 40);
  return wav;
}

function withChunk(wav: Buffer): Buffer {
  const chunk = Buffer.from("LIST\x05\x00\x00\x00INFO!\x00", "latin1");
  return Buffer.concat([wav.subarray(0, 36), chunk, wav.subarray(36)]);
}

function twoChannels(wav: Buffer): Buffer {
  wav.writeUInt16LE(2, 22);
  return wav;
}
