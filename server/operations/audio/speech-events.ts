import { SSE_HEADERS, toFrames } from "#server/dialects/frames.ts";
import type { ResponseFacts } from "#server/pipeline/media/media-operation.ts";
import { speech } from "./speech.ts";

/** Text to speech as OpenAI's events: https://platform.openai.com/docs/api-reference/audio/speech-audio-delta-event */
export const speechEvents: typeof speech = {
  ...speech,
  pieces: {
    headers: () => ({ ...SSE_HEADERS }),
    encode: (piece) =>
      toFrames([{ data: { type: "speech.audio.delta", audio: Buffer.from(piece).toString("base64") } }]),
    end: (facts) => toFrames([{ data: { type: "speech.audio.done", usage: usageOf(facts) } }]),
    fail: ({ status, message }) => toFrames([{ data: { type: "error", error: { code: status, message } } }]),
  },
};

function usageOf({ usage, cost, isByok }: ResponseFacts) {
  const { input_tokens: input = 0, output_audio_tokens: output = 0 } = usage;
  return { input_tokens: input, output_tokens: output, total_tokens: input + output, cost, is_byok: isByok };
}
