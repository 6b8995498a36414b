import { UpstreamError } from "#server/errors.ts";
import { unusableError } from "../exchange/send.ts";
import { encodeMp3 } from "./mp3.ts";
import { bytesOf, createResampler, createSampleReader, firstChannel } from "./pcm.ts";
import { readWav } from "./wav.ts";

type Pieces = AsyncIterable<Uint8Array>;

/** Converts 16-bit mono PCM at any rate to the requested format: 24 kHz PCM or MP3. */
export function speechFromPcm(pieces: Pieces, sampleRate: number, format: "mp3" | "pcm"): Pieces {
  const samples = resamplePieces(pieces, sampleRate, 1);
  return format === "mp3" ? encodeMp3(samples) : toBytes(samples);
}

/** Converts a WAV stream to the requested format. Throws if it is not WAV or not 16-bit. */
export function speechFromWav(pieces: Pieces, format: "mp3" | "pcm"): Pieces {
  const samples = wavSamples(pieces);
  return format === "mp3" ? encodeMp3(samples) : toBytes(samples);
}

/** The longest WAV header, including optional chunks before the samples. */
const LONGEST_HEAD_BYTES = 64 * 1024;

async function* wavSamples(pieces: Pieces): AsyncGenerator<Int16Array> {
  const rest = pieces[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let header = readWav(head);
  while (!header && head.length < LONGEST_HEAD_BYTES) {
    const next = await rest.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
    header = readWav(head);
  }
  if (header?.bitsPerSample !== 16) throw unusableError(head.toString("latin1", 0, 200));
  const { dataAt, sampleRate, channels } = header;
  const data = { [Symbol.asyncIterator]: () => rest };
  yield* resamplePieces(withFirst(head.subarray(dataAt), data), sampleRate, channels);
}

async function* withFirst(first: Uint8Array, rest: Pieces): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  yield* rest;
}

async function* resamplePieces(pieces: Pieces, sampleRate: number, channels: number): AsyncGenerator<Int16Array> {
  const read = createSampleReader();
  const resample = createResampler(sampleRate);
  for await (const piece of pieces) {
    const samples = resample(firstChannel(read(piece), channels));
    if (samples.length > 0) yield samples;
  }
}

async function* toBytes(pieces: AsyncIterable<Int16Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield bytesOf(piece);
}

/** Yields the bytes of a response as they arrive. Throws if the upstream disconnects. */
export async function* bytesIn(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value.byteLength > 0) yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Returns the response if it is audio. Throws if a successful response is a page or a JSON object, so that another
 * provider is tried.
 */
export function requireSound(response: Response): Response {
  const type = response.headers.get("content-type") ?? "";
  if (!/^(text\/|application\/(json|xml))/i.test(type) && response.body) return response;
  throw new UpstreamError(502, `The provider responded to a speech request with ${type || "nothing"}`, {
    retryable: true,
  });
}
