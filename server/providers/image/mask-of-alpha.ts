import { HttpError } from "#server/errors.ts";
import type { Reference } from "./references.ts";

/** As many as the largest images of current models have; a file of a few bytes could have any number. */
const MOST_PIXELS = 50_000_000;

/**
 * Returns a mask whose transparent areas show where to edit as a PNG in black and white: white where the mask is
 * transparent. Throws 400 for a mask without transparent areas, which would edit nothing.
 */
export async function maskOfAlpha({ data }: Reference): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  // The library works in threads of its own.
  const image = sharp(data, { limitInputPixels: MOST_PIXELS });
  const { isOpaque } = await image.stats().catch(rejectUnreadable);
  if (isOpaque)
    throw new HttpError(400, "Invalid request: mask: must have transparent areas, which show where to edit");
  return image.extractChannel("alpha").negate().png().toBuffer().catch(rejectUnreadable);
}

function rejectUnreadable(): never {
  throw new HttpError(400, `Invalid request: mask: must be a PNG of at most ${MOST_PIXELS / 1_000_000} million pixels`);
}
