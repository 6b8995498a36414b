import { toneOf, wavOf } from "#tests/support/wav.ts";
import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { openai } from "../openai/conventions.ts";
import { tokensOf } from "../text/usage.ts";
import { mediaStream } from "./openai-stream.ts";

type Body = { model?: string; input?: string; response_format?: string; stream_format?: string };

const SAMPLES_PER_SECOND = 24_000;
const SAMPLES_PER_CHARACTER = 1200;
const PIECE_BYTES = 4096;

const contentTypes: Record<string, string> = {
  mp3: "audio/mpeg",
  opus: "audio/opus",
  aac: "audio/aac",
  flac: "audio/flac",
  wav: "audio/wav",
  pcm: "audio/pcm",
};

/** OpenAI's speech: 50 ms of tone a character; real PCM and WAV, silent MP3 frames for everything else. */
export const speech: Endpoint = { method: "POST", path: /\/audio\/speech$/, conventions: openai, answer: speak };

function speak({ request }: Exchange): EndpointResponse {
  const {
    model = "",
    input = "",
    response_format: format = "mp3",
    stream_format: stream,
  } = (request.body ?? {}) as Body;
  const bytes = audioOf(format, input.length * SAMPLES_PER_CHARACTER);
  if (stream !== "sse") return { bytes, contentType: contentTypes[format] ?? "audio/mpeg", pieceBytes: PIECE_BYTES };
  const deltas = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) => ({
    type: "speech.audio.delta",
    audio: bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES).toString("base64"),
  }));
  const [input_tokens, output_tokens] = [tokensOf(input), input.length];
  const usage = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
  return { stream: mediaStream(model, [...deltas, { type: "speech.audio.done", usage }]) };
}

function audioOf(format: string, samples: number): Buffer {
  if (format === "pcm") return toneOf(samples / SAMPLES_PER_SECOND, SAMPLES_PER_SECOND);
  return format === "wav" ? wavOf(toneOf(samples / SAMPLES_PER_SECOND)) : silentMp3(samples / SAMPLES_PER_SECOND);
}

/** Returns silent MPEG-1 layer 3 frames of 417 bytes at 128 kbit/s and 44.1 kHz, 1152 samples each. */
function silentMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x64]);
  return Buffer.concat(Array.from({ length: Math.ceil((seconds * 44_100) / 1152) }, () => frame));
}
