/** Returns the peak volume of each of several equal parts of a sound, from 0 to 1. */
export function peaksOf(samples: Float32Array, parts: number): Float32Array {
  const peaks = new Float32Array(Math.max(0, parts));
  for (let at = 0; at < samples.length; at += 1) {
    const part = Math.floor((at * parts) / samples.length);
    const loudness = Math.min(1, Math.abs(samples[at] ?? 0));
    if (loudness > (peaks[part] ?? 1)) peaks[part] = loudness;
  }
  return peaks;
}

/** Below this share of full scale, sound is inaudible. */
const SILENCE = 0.003;

/** Describes a waveform in words; `seconds` is its total length. */
export function describePeaks(peaks: Float32Array, seconds: number): string {
  const loudest = Math.max(0, ...peaks);
  if (loudest < SILENCE) return `Waveform of ${seconds.toFixed(1)} seconds: silence`;
  const audible = [...peaks.keys()].filter((at) => (peaks[at] ?? 0) >= SILENCE);
  const timeOf = (at: number) => ((at / peaks.length) * seconds).toFixed(1);
  const from = timeOf(audible[0] ?? 0);
  const to = timeOf((audible.at(-1) ?? 0) + 1);
  return `Waveform of ${seconds.toFixed(1)} seconds: sound from ${from} to ${to} s, loudest at ${timeOf(peaks.indexOf(loudest))} s`;
}

/** Formats a time in a sound: "0:03.2", "12:04.0". */
export function timeInSound(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const minutes = Math.floor(tenths / 600);
  return `${minutes}:${((tenths % 600) / 10).toFixed(1).padStart(4, "0")}`;
}
