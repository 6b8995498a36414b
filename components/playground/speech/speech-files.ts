import type { SpeechFormat } from "./speech-form.ts";

const MEDIA_TYPES: Record<SpeechFormat, string> = { mp3: "audio/mpeg", pcm: "audio/pcm" };

/** Speech as the gateway sent it. */
export function soundFileOf(pieces: readonly Uint8Array<ArrayBuffer>[], format: SpeechFormat): File {
  return new File([...pieces], `speech.${format}`, { type: MEDIA_TYPES[format] });
}
