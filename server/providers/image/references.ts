import type { ImageRequest } from "#lib/contract/images.ts";
import { HttpError } from "#server/errors.ts";
import type { AsciiText } from "#server/json/json-pieces.ts";
import type { Asked, LoadedMedia } from "../media.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { kindOfImage } from "./kind.ts";

/** An image to start from. */
export type Reference = { mediaType: string; data: Uint8Array };

/**
 * The images that a request starts from, each loaded and seen to be one: addresses go to no vendor, so that none can
 * be made to ask a network of its own. Throws 400 for what is no image.
 */
export async function loadReferences({ request, load }: Pick<Asked<ImageRequest>, "request" | "load">) {
  const references: Reference[] = [];
  for (const [at, reference] of (request.input_references ?? []).entries()) {
    const url = typeof reference === "string" ? reference : reference.image_url.url;
    const { data } = await loaded(url, load);
    const mediaType = kindOfImage(data);
    const what = `Invalid request: input_references[${at}]`;
    if (!mediaType) throw new HttpError(400, `${what}: no image that is known here`);
    // Rules read what says that it is text: under another name it would walk around them.
    if (mediaType === SVG && isNamedOtherwise(url)) throw new HttpError(400, `${what}: SVG that is not named so`);
    references.push({ mediaType, data });
  }
  return references;
}

const SVG = "image/svg+xml";

function isNamedOtherwise(url: string): boolean {
  const start = url.slice(0, 100).toLowerCase();
  return start.startsWith("data:") && !start.startsWith(`data:${SVG};`);
}

async function loaded(url: string, load: Asked<unknown>["load"]): Promise<Pick<LoadedMedia, "data">> {
  if (!/^data:/i.test(url)) return load(url);
  return { data: await fromBase64(url.slice(url.indexOf(",") + 1)) };
}

/** A reference as a data URL, in pieces that `postAscii` sends. */
export async function dataUrlOf({ mediaType, data }: Reference): Promise<AsciiText> {
  const { ascii } = await toBase64(data);
  return { ascii: [Buffer.from(`data:${mediaType};base64,`), ...ascii] };
}
