import { type Dispatcher, interceptors, request } from "undici";
import { HttpError } from "#server/errors.ts";
import { discard } from "#server/providers/exchange/http.ts";

/** `charset`: as the server names it. */
export type Media = { mediaType: string | undefined; charset?: string; data: Uint8Array };

export type MediaBounds = { maxBytes: number; timeoutMs: number };

export const CALLERS_FILE: MediaBounds = { maxBytes: 20 * 1024 * 1024, timeoutMs: 20_000 };
const MAX_REDIRECTIONS = 3;

/**
 * Downloads a file that a request gives by URL. `dispatcher` must reject non-public addresses; it is also used for each
 * redirect. Throws HttpError 400 if the file is missing, too large or too slow.
 */
export async function fetchMedia(
  url: URL,
  dispatcher: Dispatcher,
  signal: AbortSignal,
  bounds: MediaBounds = CALLERS_FILE,
): Promise<Media> {
  try {
    return await load(
      url,
      dispatcher,
      AbortSignal.any([signal, AbortSignal.timeout(bounds.timeoutMs)]),
      bounds.maxBytes,
    );
  } catch (error) {
    if (signal.aborted || error instanceof HttpError) throw error;
    throw refusal(url, "it could not be loaded");
  }
}

async function load(url: URL, dispatcher: Dispatcher, signal: AbortSignal, maxBytes: number): Promise<Media> {
  const followed = dispatcher.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS }));
  const { statusCode, headers, body } = await request(url, { dispatcher: followed, signal });
  if (statusCode !== 200 || Number(headers["content-length"] ?? 0) > maxBytes) {
    discard(body);
    throw refusal(
      url,
      statusCode === 200 ? `it has more than ${maxBytes} bytes` : `its server responded with status ${statusCode}`,
    );
  }
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw refusal(url, `it has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const contentType = String(headers["content-type"] ?? "").toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/.exec(contentType)?.[1];
  return {
    mediaType: contentType.split(";")[0]?.trim() || undefined,
    ...(charset && { charset }),
    data: Buffer.concat(chunks, sizeBytes),
  };
}

/** Names only the host: the path or query of a URL may be a secret link. */
function refusal({ host }: URL, why: string): HttpError {
  return new HttpError(400, `The file at ${host} cannot be used: ${why}`);
}
