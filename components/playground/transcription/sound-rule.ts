import { MAX_AUDIO_BYTES } from "#lib/contract/transcriptions.ts";
import { formatBytes } from "#lib/format.ts";

/** Extensions of audio files, for files whose type the browser does not know. */
const EXTENSIONS = ["aac", "aiff", "amr", "flac", "m4a", "mp3", "mp4", "mpeg", "mpga", "oga", "ogg", "opus", "pcm"];
const MORE_EXTENSIONS = ["wav", "weba", "webm", "wma"];

/** For the browser's own dialog. */
export const SOUND_TYPES = ["audio/*", "video/mp4", "video/webm", "video/mpeg", ".pcm"].join(",");

/** Returns why a file cannot be transcribed; undefined if it can. */
export function soundProblem({ name, type, size }: Pick<File, "name" | "type" | "size">): string | undefined {
  if (!isSound(name, type)) return `${name} is not an audio or video file. Use MP3, WAV, M4A, OGG, FLAC or WebM.`;
  if (size === 0) return `${name} is empty.`;
  if (size <= MAX_AUDIO_BYTES) return undefined;
  return `${name} is ${formatBytes(size)}. The limit is ${formatBytes(MAX_AUDIO_BYTES)}.`;
}

function isSound(name: string, type: string): boolean {
  if (/^(audio|video)\//.test(type)) return true;
  const dot = name.lastIndexOf(".");
  return dot >= 0 && [...EXTENSIONS, ...MORE_EXTENSIONS].includes(name.slice(dot + 1).toLowerCase());
}
