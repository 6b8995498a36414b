import type { ImageRequest } from "#lib/contract/images.ts";
import type { ImageTier, Pixels } from "#lib/image-size.ts";
import type { Asked, Metered, MeteredPieces } from "../media.ts";
import type { ImageAbilities } from "./abilities.ts";
import type { Drawn, DrawnPiece } from "./drawn.ts";

/** How large an image is asked for, in the vendor's terms: pixels, or an aspect ratio and a tier. */
export type Geometry = { pixels?: Pixels; aspect?: string; tier?: ImageTier };

/** A request as a model can carry it out: what it does not take is left out. */
export type ResolvedImageRequest = Geometry & {
  quality?: string;
  background?: string;
  format?: string;
  compression?: number;
  seed?: number;
  /** What of it the model is not asked. */
  notes: string[];
};

export type AskedImage = Asked<ImageRequest> & { wanted: ResolvedImageRequest };

/** How a provider makes images. */
export type ImageMaker = {
  /** What a model of its can do, by its name at the upstream. */
  abilities(model: string): ImageAbilities;
  draw(asked: AskedImage): Promise<Metered<Drawn> | MeteredPieces<DrawnPiece>>;
};
