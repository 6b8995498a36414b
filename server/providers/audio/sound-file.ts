/** An audio file to transcribe. Its bytes are in a blob, which is sent without copying. */
export type SoundFile = {
  bytes: Blob;
  /** As a lower-case file extension. */
  format: string;
  mediaType: string;
  /** The duration from the file's header, if it is plausible. */
  seconds: number | undefined;
};

const MEDIA_TYPES: Record<string, string> = {
  mp3: "audio/mpeg",
  mpga: "audio/mpeg",
  mpeg: "audio/mpeg",
  m4a: "audio/mp4",
  mp4: "audio/mp4",
  oga: "audio/ogg",
  pcm: "audio/pcm",
};

/** Returns the media type of a format. */
export function mediaTypeOf(format: string): string {
  return MEDIA_TYPES[format] ?? `audio/${format}`;
}

/** Returns the usual extension of a media type; undefined if it is not audio or video. */
export function formatOf(mediaType: string): string | undefined {
  const [, kind, name = ""] = /^(audio|video)\/(?:x-)?([\w.-]{1,16})/.exec(mediaType.toLowerCase()) ?? [];
  if (!kind) return undefined;
  if (name === "mpeg") return "mp3";
  if (name === "wave" || name === "vnd.wave") return "wav";
  return kind === "audio" && name === "mp4" ? "m4a" : name;
}

// Opus telephone speech: the fewest bytes per second of compressed audio in practice.
const FEWEST_BYTES_A_SECOND = 1_500;
/** MP3 at 128 kbit/s, the most common format. */
const USUAL_BYTES_A_SECOND = 16_000;

/** Returns the duration of a file: from its header, else estimated from its size. */
export function estimateSeconds({ seconds, bytes }: Pick<SoundFile, "seconds" | "bytes">): number {
  return seconds ?? bytes.size / USUAL_BYTES_A_SECOND;
}

/** Returns the longest duration that a file of its size can have. */
export function boundSeconds({ seconds, bytes }: Pick<SoundFile, "seconds" | "bytes">): number {
  return seconds ?? bytes.size / FEWEST_BYTES_A_SECOND;
}
