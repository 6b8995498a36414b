import { Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { HttpError } from "#server/errors.ts";

/** Size of output chunks, independent of the compression ratio. */
const CHUNK_BYTES = 64 * 1024;

/** RFC 9659: the zstd content coding needs a window of at most 8 MB. By default Node would reserve up to 128 MB. */
const ZSTD_PARAMETERS = { [constants.ZSTD_d_windowLogMax]: 23 };

const DECODERS: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: () => createGunzip({ chunkSize: CHUNK_BYTES }),
  "x-gzip": () => createGunzip({ chunkSize: CHUNK_BYTES }),
  deflate: () => createInflate({ chunkSize: CHUNK_BYTES }),
  br: () => createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
  zstd: () => createZstdDecompress({ chunkSize: CHUNK_BYTES, params: ZSTD_PARAMETERS }),
};

/** The `Accept-Encoding` header of an error response. */
export const READABLE_ENCODINGS = "gzip, br, zstd";

/**
 * Returns whether the server decompresses this `Content-Encoding`. Bodies with any other encoding are read unchanged.
 */
export function isCompressed(encoding: string | null): encoding is string {
  return encoding !== null && Object.hasOwn(DECODERS, encoding.trim().toLowerCase());
}

/**
 * Returns the bytes of a compressed body. Reading fails with 413 as soon as they exceed `maxBytes`, and with 400 for
 * corrupt or truncated data; the rest is not decompressed.
 */
export function decompress(source: Readable, encoding: string, maxBytes: number): Readable {
  return Readable.from(readChunks(source, encoding.trim().toLowerCase(), maxBytes), {
    objectMode: false,
    highWaterMark: CHUNK_BYTES,
  });
}

async function* readChunks(source: Readable, encoding: string, maxBytes: number): AsyncGenerator<Buffer> {
  const decoder = (DECODERS[encoding] as (typeof DECODERS)[string])();
  const breakOff = () => void decoder.destroy(new HttpError(400, "The request body was cut off"));
  source.on("error", breakOff);
  source.once("close", () => source.readableEnded || breakOff());
  source.pipe(decoder);
  let sizeBytes = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw new HttpError(413, `Request payload too large: at most ${maxBytes} bytes`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, `The request body is not valid ${encoding}`);
  } finally {
    source.unpipe(decoder);
    decoder.destroy();
    source.resume();
  }
}
