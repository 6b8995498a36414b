import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { acceptedKind, kindOfBytes, UNKNOWN_KIND } from "#server/dialects/request/file-kind.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { Media } from "../media/fetch-media.ts";

/** Downloads a file of at most `maxBytes`. */
export type Load = (url: URL, maxBytes: number) => Promise<Media>;

/** For the files of one request together; the clouds' own limit of a request is about as large. */
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * Returns a body of the messages dialect with its image and document URLs replaced by their content; undefined if it has
 * none. Loads one file after another, so that they stay within one bound. Throws HttpError 400 if a file cannot be
 * loaded, and UpstreamError 400, so that the next candidate is tried, if Claude does not accept its type.
 */
export function withInlineSources(body: Body, load: Load): Promise<Body> | undefined {
  const sources = new Map<string, Body[]>();
  collect(body.messages, sources);
  return sources.size === 0 ? undefined : inline(body, sources, load);
}

async function inline(body: Body, sources: Map<string, Body[]>, load: Load): Promise<Body> {
  const contents = new Map<unknown, Body>();
  let restBytes = MAX_BYTES;
  for (const [address, places] of sources) {
    const url = new URL(address);
    const media = await load(url, restBytes);
    restBytes -= media.data.byteLength;
    const content = sourceOf(media, url);
    for (const place of places) contents.set(place, content);
  }
  return withNumbersOf(body, { ...body, messages: replaceSources(body.messages, contents) });
}

/** Collects the URL sources of blocks, also those within documents and tool results, by URL. */
function collect(blocks: unknown, sources: Map<string, Body[]>): void {
  if (!Array.isArray(blocks)) return;
  for (const block of blocks) {
    if (!isRecord(block)) continue;
    const { source } = block;
    if (isRecord(source)) {
      if (source.type === "url" && URL.canParse(String(source.url))) {
        const places = sources.get(String(source.url));
        if (places) places.push(source);
        else sources.set(String(source.url), [source]);
      }
      collect(source.content, sources);
    }
    collect(block.content, sources);
  }
}

/** Returns a copy; the caller's body is the body of other candidates too. */
function replaceSources(value: unknown, contents: ReadonlyMap<unknown, Body>): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((block: unknown) => {
    if (!isRecord(block)) return block;
    const { source, content } = block;
    return withNumbersOf(block, {
      ...block,
      ...(isRecord(source) && { source: contents.get(source) ?? withContent(source, contents) }),
      ...(Array.isArray(content) && { content: replaceSources(content, contents) }),
    });
  });
}

function withContent(source: Body, contents: ReadonlyMap<unknown, Body>): Body {
  return Array.isArray(source.content) ? { ...source, content: replaceSources(source.content, contents) } : source;
}

/** Names only the host: the path or query of a URL may be a secret link. */
function sourceOf({ mediaType = UNKNOWN_KIND, data }: Media, { host }: URL): Body {
  const named = mediaType === UNKNOWN_KIND ? kindOfBytes(data) : mediaType;
  const kind = acceptedKind(named, "anthropic", `The file at ${host}`);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (kind === "text/plain") return { type: "text", media_type: kind, data: bytes.toString("utf8") };
  return { type: "base64", media_type: kind, data: bytes.toString("base64") };
}
