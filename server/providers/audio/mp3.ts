import { setImmediate as nextTurn } from "node:timers/promises";
import { PCM_RATE } from "./pcm.ts";

const BITRATE = 64;
/** The data rate of the MP3 that the gateway encodes. */
export const MP3_BYTES_PER_SECOND = (BITRATE * 1000) / 8;
/** Samples encoded at a time: a fraction of a second of audio, which takes a few milliseconds. */
const SLICE_SAMPLES = PCM_RATE / 4;

/**
 * Encodes 24 kHz samples as MP3 while they arrive, with turns of the event loop between slices. Loads the encoder on
 * first use.
 */
export async function* encodeMp3(pieces: AsyncIterable<Int16Array>): AsyncGenerator<Uint8Array> {
  const { createMp3Encoder } = await import("wasm-media-encoders");
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: PCM_RATE, channels: 1, bitrate: BITRATE });
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE_SAMPLES) {
      if (at > 0) await nextTurn();
      // Copied, because the next call overwrites the encoder's memory.
      const bytes = Buffer.from(encoder.encode([floats(piece.subarray(at, at + SLICE_SAMPLES))]));
      if (bytes.length > 0) yield bytes;
    }
  }
  const end = Buffer.from(encoder.finalize());
  if (end.length > 0) yield end;
}

function floats(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768);
}
