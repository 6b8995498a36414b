import { describe, expect, test } from "vitest";
import { recordOf } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { mp3Facts, type Spoken, speak } from "./speaking.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "deepgram"],
  env: { IDLE_TIMEOUT_MS: "1000", FIRST_CONTENT_TIMEOUT_MS: "1500", LAST_FIRST_CONTENT_TIMEOUT_MS: "2000" },
});

const speakText = (body: object, options?: Parameters<typeof speak>[2]): Promise<Spoken> =>
  speak(gateway, body, options);

describe("the local synthesizer", () => {
  const model = "local/flite";

  test("costs nothing, and returns PCM at 24 kHz and MP3 of the same length", async () => {
    const pcm = await speakText({ model });
    expect([pcm.status, pcm.headers.get("content-type")]).toEqual([200, "audio/pcm"]);
    const seconds = pcm.bytes.length / 48_000;
    expect(seconds).toBeGreaterThan(0.5);
    expect(seconds).toBeLessThan(2);
    expect(loudnessOf(pcm.bytes)).toBeGreaterThan(200);
    const mp3 = await speakText({ model, response_format: "mp3" });
    expect(mp3.headers.get("content-type")).toBe("audio/mpeg");
    const { frames, sampleRate } = mp3Facts(mp3.bytes);
    expect(sampleRate).toBe(24_000);
    expect(Math.abs((frames * 576) / 24_000 - seconds)).toBeLessThan(0.2);
    expect(await recordOf(gateway, mp3.headers)).toMatchObject({
      api_type: "tts",
      cost_nano_usd: 0,
      usage_units: { characters: 12 },
      unpriced_units: [],
    });
  });

  test("speaks longer for longer texts and shorter at a higher speed", async () => {
    const once = await speakText({ model, input: "It is late." });
    const twice = await speakText({ model, input: "It is late. It is late." });
    const fast = await speakText({ model, input: "It is late.", speed: 2 });
    expect(twice.bytes.length).toBeGreaterThan(once.bytes.length * 1.8);
    expect(fast.bytes.length).toBeLessThan(once.bytes.length * 0.7);
  });

  test("has several voices, and lists them if the requested one is unknown", async () => {
    const slt = await speakText({ model, voice: "slt" });
    const rms = await speakText({ model, voice: "rms" });
    expect(slt.bytes.equals(rms.bytes)).toBe(false);
    const alloy = await speakText({ model, voice: "alloy" });
    expect([alloy.status, alloy.json.error.message]).toEqual([400, expect.stringContaining("slt, awb, kal16, rms")]);
  });

  test.each([
    ["what looks like an option", "-voice", 200],
    ["characters without a sound", "\u0000\u0007", 400],
    ["another script", "日本語", 200],
    ["one long word", "a".repeat(900), 200],
    ["markup", "<speak>&amp; <break/></speak>", 200],
  ])("handles %s", async (_, input, status) => {
    expect((await speakText({ model, input })).status).toBe(status);
    expect((await speakText({ model })).status).toBe(200);
  });
});

function loudnessOf(pcm: Buffer): number {
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}
