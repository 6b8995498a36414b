import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import type { NativeResponse } from "./exchange.ts";
import type { Receiver, UpstreamBody } from "./upstream-body.ts";

/** RFC 9659: the zstd content coding needs a window of at most 8 MB. By default Node would reserve up to 128 MB. */
const ZSTD_PARAMETERS = { [constants.ZSTD_d_windowLogMax]: 23 };

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: () => createZstdDecompress({ params: ZSTD_PARAMETERS }),
};

/** A body that is not valid in its content coding, or ends too early. */
class DecodingError extends Error {
  readonly code = "ERR_CONTENT_DECODING";
}

/**
 * Returns the response with its body decompressed. Requests ask for no compression, which costs time on a stream, but a
 * server or a proxy in front of it may ignore that.
 */
export function decodedResponse(response: NativeResponse): NativeResponse {
  const { "content-encoding": encoding, "content-length": _, ...headers } = response.headers;
  const newDecoder = encoding === undefined ? undefined : DECODERS[String(encoding).trim().toLowerCase()];
  return newDecoder ? { ...response, headers, body: new DecodedBody(response.body, newDecoder()) } : response;
}

class DecodedBody implements UpstreamBody, Receiver {
  readonly #source: UpstreamBody;
  readonly #decoder: Transform;
  #receiver: Receiver | undefined;
  #isStarted = false;
  #isEmpty = true;
  #failure: unknown;

  constructor(source: UpstreamBody, decoder: Transform) {
    this.#source = source;
    this.#decoder = decoder;
    decoder.pause();
    decoder.on("data", (chunk: Buffer) => this.#receiver?.data(chunk));
    decoder.on("end", () => this.#receiver?.end());
    decoder.on("error", (error) => this.#fail(this.#failure ?? new DecodingError(error.message, { cause: error })));
  }

  flow(receiver: Receiver): void {
    this.#receiver = receiver;
    if (this.#failure === undefined) this.#resume();
    else receiver.failed(this.#failure);
  }

  pause(): void {
    this.#receiver = undefined;
    this.#decoder.pause();
  }

  destroy(): void {
    this.#receiver = undefined;
    this.#source.destroy();
    this.#decoder.destroy();
  }

  data(chunk: Buffer): void {
    this.#isEmpty = false;
    if (this.#decoder.write(chunk)) return;
    this.#source.pause();
    this.#decoder.once("drain", () => this.#source.flow(this));
  }

  end(): void {
    if (this.#isEmpty) this.#receiver?.end();
    else this.#decoder.end();
  }

  failed(error: unknown): void {
    this.#failure = error;
    this.#decoder.destroy();
    this.#receiver?.failed(error);
  }

  #resume(): void {
    this.#decoder.resume();
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#source.flow(this);
  }

  #fail(error: unknown): void {
    this.#failure = error;
    this.#source.destroy();
    this.#receiver?.failed(error);
  }
}
