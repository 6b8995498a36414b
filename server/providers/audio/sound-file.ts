/** A sound file to be transcribed. Its bytes are in a blob, which is sent on without being copied. */
export type SoundFile = {
  bytes: Blob;
  /** As a file's extension, in lower case. */
  format: string;
  mediaType: string;
  /** From the file's own header, where that says it and can be trusted. */
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

/** The media type of a format; most are called like it. */
export function mediaTypeOf(format: string): string {
  return MEDIA_TYPES[format] ?? `audio/${format}`;
}

/** The usual extension of a media type; undefined where it is no sound or film. */
export function formatOf(mediaType: string): string | undefined {
  const [, kind, name = ""] = /^(audio|video)\/(?:x-)?([\w.-]{1,16})/.exec(mediaType.toLowerCase()) ?? [];
  if (!kind) return undefined;
  if (name === "mpeg") return "mp3";
  if (name === "wave" || name === "vnd.wave") return "wav";
  return kind === "audio" && name === "mp4" ? "m4a" : name;
}

// Telephone speech in Opus; the fewest bytes that a second of compressed sound has in practice.
const FEWEST_BYTES_A_SECOND = 1_500;
/** MP3 at 128 kbit/s, of which most files are. */
const USUAL_BYTES_A_SECOND = 16_000;

/** How long a file is: what it says, else by its size. */
export function estimateSeconds({ seconds, bytes }: Pick<SoundFile, "seconds" | "bytes">): number {
  return seconds ?? bytes.size / USUAL_BYTES_A_SECOND;
}

/** The longest that a file of its size can be. */
export function boundSeconds({ seconds, bytes }: Pick<SoundFile, "seconds" | "bytes">): number {
  return seconds ?? bytes.size / FEWEST_BYTES_A_SECOND;
}
