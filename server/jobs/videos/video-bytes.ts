import { type Dispatcher, request } from "undici";
import { discard } from "#server/providers/exchange/http.ts";
import type { VideoSource } from "#server/providers/video.ts";

export type VideoReach = { baseUrl: string; egress: Dispatcher; publicEgress: Dispatcher; signal: AbortSignal };

/** About a minute of video at 4K. */
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_REDIRECTS = 3;

/**
 * Streams the bytes of a video. Only the provider's own address gets its headers; any other must be public and gets
 * none. Throws if the bytes are not an MP4.
 */
export async function* videoBytes(source: VideoSource, reach: VideoReach): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of "bytes" in source ? [source.bytes] : fetchVideo(source, reach)) {
    if (sizeBytes === 0 && !isMp4(chunk)) throw new Error("the provider's video is not an MP4 file");
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_BYTES) throw new Error(`the video is larger than ${MAX_BYTES} bytes`);
    yield chunk;
  }
  if (sizeBytes === 0) throw new Error("the video is empty");
}

async function* fetchVideo(
  source: Exclude<VideoSource, { bytes: Uint8Array }>,
  { baseUrl, egress, publicEgress, signal }: VideoReach,
): AsyncGenerator<Uint8Array> {
  const own = new URL(baseUrl).origin;
  let url = new URL(source.url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
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
      throw new Error(`the video's address responded with status ${statusCode}`);
    url = new URL(location, url);
  }
  throw new Error("the video's address redirects too many times");
}

/** Returns whether the file starts with an MP4 file type box. */
function isMp4(start: Uint8Array): boolean {
  return Buffer.from(start.subarray(4, 8)).toString("latin1") === "ftyp";
}
