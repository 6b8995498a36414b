import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";
import { speak } from "./speaking.ts";
import { transcribe, transcribeForm } from "./transcribing.ts";

const gateway = sharedGateway();

describe("the local model", () => {
  const model = "local/read-back";

  test("returns what the local synthesizer spoke, at no cost", async () => {
    const input = "Good morning. Grüße an alle!";
    const { bytes } = await speak(gateway, { model: "local/flite", input, response_format: "mp3" });
    const spoken = await transcribeForm(
      gateway,
      bytes,
      { model, response_format: "verbose_json" },
      { filename: "a.mp3" },
    );
    expect(spoken.status).toBe(200);
    expect(spoken.body).toMatchObject({
      text: input,
      segments: [{ id: 0, start: 0, text: input }],
      usage: { cost: 0 },
    });
    expect(spoken.body.duration).toBeGreaterThan(1);
    expect(spoken.body.segments[0].end).toBe(spoken.body.duration);
  });

  test("rejects other audio and says what to connect", async () => {
    const { status, body } = await transcribe(gateway, wavOf(toneOf(1.5)), { model });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("connect a Whisper server")]);
  });
});
