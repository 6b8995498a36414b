import { HttpError } from "#server/errors.ts";
import { PCM_RATE } from "#server/providers/audio/pcm.ts";
import { formatOf, mediaTypeOf, type SoundFile } from "#server/providers/audio/sound-file.ts";
import { readWav, wavHeader, wavSeconds } from "#server/providers/audio/wav.ts";

/** The blob is copied in parts of this size, each in less than a millisecond. */
const PART_BYTES = 1024 * 1024;
const HEAD_BYTES = 4096;

/**
 * Returns the bytes of an uploaded audio file, kept outside the JavaScript heap. Adds a header to headerless samples,
 * assuming this gateway's own `pcm` format. Throws 400 for an empty file and 413 above `maxBytes`.
 */
export async function soundFile(
  pieces: AsyncIterable<Uint8Array>,
  format: string,
  maxBytes: number,
): Promise<SoundFile> {
  const parts: Blob[] = [];
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let sizeBytes = 0;
  const flush = () => {
    parts.push(new Blob(waiting as BlobPart[]));
    waiting = [];
    waitingBytes = 0;
  };
  for await (const piece of pieces) {
    sizeBytes += piece.byteLength;
    if (sizeBytes > maxBytes)
      throw new HttpError(413, `Request payload too large: an audio file has at most ${maxBytes} bytes`);
    waiting.push(piece);
    waitingBytes += piece.byteLength;
    if (waitingBytes >= PART_BYTES) flush();
  }
  if (sizeBytes === 0) throw new HttpError(400, "Invalid request: the audio file is empty");
  flush();
  return format === "pcm" ? withHeader(parts, sizeBytes) : await describeSound(parts, format);
}

function withHeader(parts: readonly Blob[], sizeBytes: number): SoundFile {
  const mediaType = mediaTypeOf("wav");
  const bytes = new Blob([wavHeader(PCM_RATE, sizeBytes) as BlobPart, ...parts], { type: mediaType });
  return { bytes, format: "wav", mediaType, seconds: sizeBytes / (PCM_RATE * 2) };
}

async function describeSound(parts: readonly Blob[], format: string): Promise<SoundFile> {
  const mediaType = mediaTypeOf(format);
  const bytes = new Blob([...parts], { type: mediaType });
  const head = readWav(new Uint8Array(await bytes.slice(0, HEAD_BYTES).arrayBuffer()));
  return { bytes, format, mediaType, seconds: head && wavSeconds(head, bytes.size) };
}

/** Returns the format of an upload from its file name or media type. Throws 400 if it is unclear from both. */
export function formatNamed(filename: string, mediaType: string): string {
  const extension = /\.([A-Za-z0-9]{1,16})$/.exec(filename)?.[1]?.toLowerCase();
  const format = extension ?? formatOf(mediaType);
  if (format) return format;
  throw new HttpError(400, "Invalid request: file: its format is unclear from its name and type");
}
