import { setImmediate as nextTurn } from "node:timers/promises";
import { PCM_RATE } from "./pcm.ts";

const BITRATE = 64;
/** Of the MP3 that is made here. */
export const MP3_BYTES_PER_SECOND = (BITRATE * 1000) / 8;
/** So many samples are encoded at a time: a fraction of a second, which takes a few milliseconds. */
const SLICE_SAMPLES = PCM_RATE / 4;

/** 24 kHz samples as MP3, as they come, with turns of the event loop between slices. The encoder is loaded when first used. */
export async function* encodedMp3(pieces: AsyncIterable<Int16Array>): AsyncGenerator<Uint8Array> {
  const { createMp3Encoder } = await import("wasm-media-encoders");
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: PCM_RATE, channels: 1, bitrate: BITRATE });
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE_SAMPLES) {
      if (at > 0) await nextTurn();
      // The encoder's own memory, which the next call writes over.
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
