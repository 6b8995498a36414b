import { PCM_RATE, samplesOf } from "./pcm.ts";
import { peaksOf } from "./peaks.ts";
import { isPcm } from "./playable.ts";

/** The facts about a decoded sound. */
export type DecodedSound = { seconds: number; peaks: Float32Array };

/** Enough for the widest screen. */
const PARTS = 1200;
/** Samples are held only until their peaks are computed; a low rate keeps an hour of them within 120 MB. */
const DECODING_RATE = 8000;
/** About 25 minutes of speech. */
const MOST_BYTES = 12_000_000;
/** Uncompressed, about 18 minutes. */
const MOST_PLAIN_BYTES = 52_000_000;

/** Decodes a sound file; undefined if the browser cannot, or if it is too long to draw. */
export async function decodeSound(file: File): Promise<DecodedSound | undefined> {
  const isPlain = isPcm(file) || /wav/.test(file.type);
  if (file.size > (isPlain ? MOST_PLAIN_BYTES : MOST_BYTES)) return undefined;
  const bytes = await file.arrayBuffer();
  return isPcm(file) ? decodePcm(bytes) : decodeByBrowser(bytes);
}

function decodePcm(bytes: ArrayBuffer): DecodedSound {
  const samples = samplesOf(new Uint8Array(bytes));
  return { seconds: samples.length / PCM_RATE, peaks: peaksOf(samples, PARTS) };
}

async function decodeByBrowser(bytes: ArrayBuffer): Promise<DecodedSound | undefined> {
  try {
    const sound = await new OfflineAudioContext(1, 1, DECODING_RATE).decodeAudioData(bytes);
    return { seconds: sound.duration, peaks: peaksOf(sound.getChannelData(0), PARTS) };
  } catch {
    return undefined;
  }
}
