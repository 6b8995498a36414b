import { isRecord } from "#lib/is-record.ts";
import type { SpeechOutput } from "./request-speech.ts";
import { createSoundFeed } from "./sound-feed.ts";

/** Returns a complete sound as a value that the browser can store. */
export function packSpeech({ format, feed, firstByteMs }: SpeechOutput): unknown {
  return { format, firstByteMs, pieces: [...feed.pieces] };
}

/** Restores a stored sound; undefined for anything else. */
export function unpackSpeech(kept: unknown): SpeechOutput | undefined {
  if (!isRecord(kept) || !Array.isArray(kept.pieces)) return undefined;
  const feed = createSoundFeed();
  for (const piece of kept.pieces) feed.add(piece);
  feed.end("whole");
  return {
    format: kept.format === "pcm" ? "pcm" : "mp3",
    feed,
    firstByteMs: Number(kept.firstByteMs),
    isRestored: true,
  };
}
