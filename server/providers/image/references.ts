import type { ImageRequest } from "#lib/contract/images.ts";
import { HttpError } from "#server/errors.ts";
import type { AsciiText } from "#server/json/json-pieces.ts";
import type { LoadedMedia, UpstreamCall } from "../media.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { kindOfImage } from "./kind.ts";

/** A reference image. */
export type Reference = { mediaType: string; data: Uint8Array };

type Incoming = Pick<UpstreamCall<ImageRequest>, "request" | "load">;

/**
 * Downloads and validates the reference images of a request. URLs are not sent to providers, so that they cannot be
 * used to call a private network. Throws 400 for anything but an image.
 */
export async function loadReferences({ request, load }: Incoming): Promise<Reference[]> {
  const references: Reference[] = [];
  for (const [at, reference] of (request.input_references ?? []).entries())
    references.push(await loadReference(reference, `input_references[${at}]`, load));
  return references;
}

/** Downloads and validates the mask of a request in the same way; undefined if it has none. */
export async function loadMask({ request, load }: Incoming): Promise<Reference | undefined> {
  return request.mask ? loadReference(request.mask, "mask", load) : undefined;
}

function loadReference(
  reference: NonNullable<ImageRequest["mask"]>,
  place: string,
  load: Incoming["load"],
): Promise<Reference> {
  return loadImage(typeof reference === "string" ? reference : reference.image_url.url, place, load);
}

/** Downloads and validates one image. `place`: its field in the request. Throws 400 for anything else. */
export async function loadImage(url: string, place: string, load: Incoming["load"]): Promise<Reference> {
  const { data } = await loadData(url, load);
  const mediaType = kindOfImage(data);
  if (!mediaType) throw new HttpError(400, `Invalid request: ${place}: unsupported image format`);
  // Guardrails read SVG as text only if it is declared as SVG; under another type it would bypass them.
  if (mediaType === SVG && isNamedOtherwise(url))
    throw new HttpError(400, `Invalid request: ${place}: SVG must have the media type image/svg+xml`);
  return { mediaType, data };
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
