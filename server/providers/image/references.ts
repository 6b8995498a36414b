import type { ImageRequest } from "#lib/contract/images.ts";
import { HttpError } from "#server/errors.ts";
import type { AsciiText } from "#server/json/json-pieces.ts";
import type { LoadedMedia, UpstreamCall } from "../media.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { kindOfImage } from "./kind.ts";

/** A reference image. */
export type Reference = { mediaType: string; data: Uint8Array };

/**
 * Downloads and validates the reference images of a request. URLs are not sent to vendors, so that they cannot be used
 * to call a private network. Throws 400 for anything but an image.
 */
export async function loadReferences({ request, load }: Pick<UpstreamCall<ImageRequest>, "request" | "load">) {
  const references: Reference[] = [];
  for (const [at, reference] of (request.input_references ?? []).entries()) {
    const url = typeof reference === "string" ? reference : reference.image_url.url;
    const { data } = await loadData(url, load);
    const mediaType = kindOfImage(data);
    const what = `Invalid request: input_references[${at}]`;
    if (!mediaType) throw new HttpError(400, `${what}: unsupported image format`);
    // Guardrails read SVG as text only if it is declared as SVG; under another type it would bypass them.
    if (mediaType === SVG && isNamedOtherwise(url))
      throw new HttpError(400, `${what}: SVG must have the media type image/svg+xml`);
    references.push({ mediaType, data });
  }
  return references;
}

const SVG = "image/svg+xml";

function isNamedOtherwise(url: string): boolean {
  const start = url.slice(0, 100).toLowerCase();
  return start.startsWith("data:") && !start.startsWith(`data:${SVG};`);
}

async function loadData(url: string, load: UpstreamCall<unknown>["load"]): Promise<Pick<LoadedMedia, "data">> {
  if (!/^data:/i.test(url)) return load(url);
  return { data: await fromBase64(url.slice(url.indexOf(",") + 1)) };
}

/** Returns a reference as a data URL, in pieces for `postAscii`. */
export async function dataUrlOf({ mediaType, data }: Reference): Promise<AsciiText> {
  const { ascii } = await toBase64(data);
  return { ascii: [Buffer.from(`data:${mediaType};base64,`), ...ascii] };
}
