import { type Dispatcher, request } from "undici";
import { discard } from "#server/providers/exchange/http.ts";
import type { VideoSource } from "#server/providers/video.ts";

export type VideoReach = { baseUrl: string; egress: Dispatcher; publicEgress: Dispatcher; signal: AbortSignal };

/** A minute at 4K has about so many bytes. */
const MOST_BYTES = 512 * 1024 * 1024;
const MOST_REDIRECTIONS = 3;

/**
 * The bytes of a video as they come. The provider's own address gets its headers; any other is reached without them,
 * and only where it is public. Throws for what is no MP4.
 */
export async function* videoBytes(source: VideoSource, reach: VideoReach): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of "bytes" in source ? [source.bytes] : opened(source, reach)) {
    if (sizeBytes === 0 && !isMp4(chunk)) throw new Error("what the provider calls a video is no MP4");
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MOST_BYTES) throw new Error(`the video has more than ${MOST_BYTES} bytes`);
    yield chunk;
  }
  if (sizeBytes === 0) throw new Error("the video is empty");
}

async function* opened(
  source: Exclude<VideoSource, { bytes: Uint8Array }>,
  { baseUrl, egress, publicEgress, signal }: VideoReach,
): AsyncGenerator<Uint8Array> {
  const own = new URL(baseUrl).origin;
  let url = new URL(source.url);
  for (let hop = 0; hop <= MOST_REDIRECTIONS; hop++) {
    const isOwn = url.origin === own;
    const dispatcher = isOwn ? egress : publicEgress;
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      signal,
      headers: isOwn ? (source.headers ?? {}) : {},
    });
    if (statusCode === 200) return yield* body as AsyncIterable<Uint8Array>;
    discard(body);
    const { location } = headers;
    if (statusCode < 300 || statusCode > 399 || typeof location !== "string")
      throw new Error(`the video's address answered ${statusCode}`);
    url = new URL(location, url);
  }
  throw new Error("the video's address leads from one to the next");
}

/** The first box of an MP4 is its file type. */
function isMp4(start: Uint8Array): boolean {
  return Buffer.from(start.subarray(4, 8)).toString("latin1") === "ftyp";
}
