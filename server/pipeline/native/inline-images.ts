import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { acceptedKind, kindOfBytes, UNKNOWN_KIND } from "#server/dialects/request/file-kind.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { Load } from "./inline-sources.ts";

/** For the images of one request together. */
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * Returns a chat body with its image URLs replaced by data URLs; undefined if it has none. Loads one image after another,
 * so that they stay within one bound. Throws HttpError 400 if an image cannot be loaded, and UpstreamError 400, so that
 * the next candidate is tried, if it is a file of another kind.
 */
export function withInlineImages(body: Body, load: Load): Promise<Body> | undefined {
  const addresses = new Set(recordsOf(body.messages).flatMap(partsOf).flatMap(addressOf));
  return addresses.size === 0 ? undefined : inline(body, addresses, load);
}

async function inline(body: Body, addresses: ReadonlySet<string>, load: Load): Promise<Body> {
  const loaded = new Map<string, string>();
  let restBytes = MAX_BYTES;
  for (const address of addresses) {
    const url = new URL(address);
    const { mediaType = UNKNOWN_KIND, data } = await load(url, restBytes);
    restBytes -= data.byteLength;
    const named = mediaType === UNKNOWN_KIND ? kindOfBytes(data) : mediaType;
    // Names only the host: the path or query of a URL may be a secret link.
    const kind = acceptedKind(named, "compatible", `The file at ${url.host}`);
    const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
    loaded.set(address, `data:${kind};base64,${base64}`);
  }
  const messages = recordsOf(body.messages).map((message) => withImages(message, loaded));
  return withNumbersOf(body, { ...body, messages });
}

function partsOf({ content }: Body): readonly Body[] {
  return recordsOf(content);
}

function addressOf({ type, image_url: image }: Body): string[] {
  const url = isRecord(image) ? image.url : image;
  return type === "image_url" && typeof url === "string" && /^https?:/i.test(url) && URL.canParse(url) ? [url] : [];
}

function withImages(message: Body, loaded: ReadonlyMap<string, string>): Body {
  if (!Array.isArray(message.content)) return message;
  const content = message.content.map((part: Body) => {
    const [address = ""] = isRecord(part) ? addressOf(part) : [];
    const url = loaded.get(address);
    if (url === undefined) return part;
    return { ...part, image_url: isRecord(part.image_url) ? { ...part.image_url, url } : { url } };
  });
  return withNumbersOf(message, { ...message, content });
}
