/** Samples per second of every `pcm` response, as OpenAI's clients expect. */
export const PCM_RATE = 24_000;

/**
 * Returns a function that resamples one channel to 24 kHz by linear interpolation. It keeps its position between
 * pieces.
 */
export function createResampler(fromRate: number): (samples: Int16Array) => Int16Array {
  if (fromRate === PCM_RATE) return (samples) => samples;
  const step = fromRate / PCM_RATE;
  let last = 0;
  /** Position of the next sample: 0 is the first of the next piece, -1 the last of the previous one. */
  let at = 0;
  return (samples) => {
    const resampled: number[] = [];
    for (; at <= samples.length - 1; at += step) {
      const index = Math.floor(at);
      const from = index < 0 ? last : (samples[index] as number);
      resampled.push(Math.round(from + ((samples[index + 1] ?? from) - from) * (at - index)));
    }
    at -= samples.length;
    last = samples.at(-1) ?? last;
    return Int16Array.from(resampled);
  };
}

/** Returns a function that reads bytes as samples, wherever pieces are split: an odd byte waits for the next piece. */
export function createSampleReader(): (bytes: Uint8Array) => Int16Array {
  let odd = Buffer.alloc(0);
  return (bytes) => {
    const all = odd.length > 0 ? Buffer.concat([odd, bytes]) : bytes;
    const usable = all.length - (all.length % 2);
    odd = Buffer.from(all.subarray(usable));
    const samples = new Int16Array(usable / 2);
    Buffer.from(samples.buffer).set(all.subarray(0, usable));
    return samples;
  };
}

/** Returns the first channel of interleaved samples. */
export function firstChannel(samples: Int16Array, channels: number): Int16Array {
  return channels === 1 ? samples : samples.filter((_, index) => index % channels === 0);
}

export function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
