import type { ImageRequest } from "#lib/contract/images.ts";
import type { ImageTier, Pixels } from "#lib/image-size.ts";
import type { Metered, MeteredPieces, UpstreamCall } from "../media.ts";
import type { ImageAbilities } from "./abilities.ts";
import type { ImageOutput, ImagePiece } from "./image-output.ts";

/** The requested image size in the provider's terms: pixels, or an aspect ratio and a tier. */
export type Geometry = { pixels?: Pixels; aspect?: string; tier?: ImageTier };

/** A request that a model supports, without unsupported fields. */
export type ResolvedImageRequest = Geometry & {
  quality?: string;
  background?: string;
  format?: string;
  compression?: number;
  seed?: number;
  /** The fields that were dropped or changed. */
  notes: string[];
};

export type ImageCall = UpstreamCall<ImageRequest> & { resolved: ResolvedImageRequest };

/** How a provider makes images. */
export type ImageMaker = {
  /** Returns a model's abilities by its upstream name. */
  abilities(model: string): ImageAbilities;
  draw(call: ImageCall): Promise<Metered<ImageOutput> | MeteredPieces<ImagePiece>>;
};
