import { describe, expect, test } from "vitest";
import { recordOf, until } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { toneOf } from "#tests/support/wav.ts";
import { mp3Facts, speak } from "./speaking.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["elevenlabs", "deepgram", "google"] });

const first = () => upstream.requests[0];

describe("Google", () => {
  const model = "google/gemini-2.5-flash-preview-tts";
  const sound = toneOf(0.5);
  const chunk = (data: Buffer, more: object = {}) => ({
    candidates: [
      {
        content: {
          parts: [{ inlineData: { mimeType: "audio/L16;codec=pcm;rate=24000", data: data.toString("base64") } }],
        },
      },
    ],
    ...more,
  });
  const usageMetadata = {
    promptTokenCount: 5,
    candidatesTokenCount: 16,
    totalTokenCount: 21,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: 5 }],
    candidatesTokensDetails: [{ modality: "AUDIO", tokenCount: 16 }],
  };
  const end = { candidates: [{ content: { parts: [] }, finishReason: "STOP" }], usageMetadata, responseId: "g-1" };
  const events = [chunk(sound.subarray(0, 10_001)), chunk(sound.subarray(10_001)), end];

  test("generates speech as documented", async () => {
    upstream.script({ reply: { events } });
    const response = await speak(gateway, {
      model,
      voice: "Puck",
      instructions: "Say cheerfully",
      provider: { options: { google: { generationConfig: { temperature: 0.4, responseModalities: ["TEXT"] } } } },
    });
    expect([response.status, response.bytes.equals(sound)]).toEqual([200, true]);
    expect(first()?.path).toBe("/google/v1beta/models/gemini-2.5-flash-preview-tts:streamGenerateContent");
    expect(first()?.query.get("alt")).toBe("sse");
    expect(first()?.headers["x-goog-api-key"]).toBe("key-of-google");
    expect(first()?.body).toEqual({
      contents: [{ role: "user", parts: [{ text: "Say cheerfully: Good morning" }] }],
      generationConfig: {
        temperature: 0.4,
        responseModalities: ["AUDIO"],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Puck" } } },
      },
    });
    const record = await recordOf(gateway, response.headers);
    expect(record).toMatchObject({
      upstream_id: "g-1",
      usage_units: { input_tokens: 5, output_audio_tokens: 16 },
      usage_estimated: false,
      cost_nano_usd: 5 * 500 + 16 * 10_000,
    });
    expect(record.cost_proof.holds).toBe(true);
  });

  test("PCM is converted to MP3 of the same length", async () => {
    upstream.script({ reply: { events } });
    const { headers, bytes } = await speak(gateway, { model, response_format: "mp3" });
    expect(headers.get("content-type")).toBe("audio/mpeg");
    const { frames, sampleRate } = mp3Facts(bytes);
    expect(sampleRate).toBe(24_000);
    expect((frames * 576) / 24_000).toBeCloseTo(0.5, 0);
  });

  test("PCM at another rate is resampled to 24 kHz", async () => {
    const slower = JSON.parse(JSON.stringify(chunk(toneOf(0.5, 16_000))).replace("rate=24000", "rate=16000"));
    upstream.script({ reply: { events: [slower, end] } });
    const { bytes } = await speak(gateway, { model });
    expect(Math.abs(bytes.length - sound.length)).toBeLessThanOrEqual(4);
    const wanted = new Int16Array(sound.buffer, sound.byteOffset, 10_000);
    const made = new Int16Array(bytes.buffer, bytes.byteOffset, 10_000);
    const worst = Math.max(...Array.from(made, (sample, at) => Math.abs(sample - (wanted[at] ?? 0))));
    expect(worst).toBeLessThan(200);
  });

  test.each<[string, object[]]>([
    ["no sound", [end]],
    ["a refusal", [{ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }]],
    ["an end before any sound", []],
    ["an error", [{ error: { code: 503, message: "Overloaded", status: "UNAVAILABLE" } }]],
  ])("%s is a failure before anything is sent", async (_, some) => {
    upstream.script({ reply: { events: some } });
    const { status, json } = await speak(gateway, { model });
    expect([502, 503]).toContain(status);
    expect(json.error.message).toMatch(/Provider returned error/);
  });

  test("audio without its final event counts as cut off", async () => {
    upstream.script({ reply: { events: events.slice(0, 2) } });
    const { isCut, headers } = await speak(gateway, { model });
    expect(isCut).toBe(true);
    await until(async () => (await recordOf(gateway, headers)).status === 502, "a record of the failure");
  });
});
