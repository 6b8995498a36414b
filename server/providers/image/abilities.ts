import type { ImageTier } from "#lib/image-size.ts";

/** Sizes in pixels that follow a rule. */
export type SizeRule = {
  /** Sides are multiples of it. */
  step: number;
  minSide: number;
  maxSide: number;
  minPixels: number;
  maxPixels: number;
  /** The longer side by the shorter. */
  maxRatio: number;
};

/** What a model makes of a request for images, as its vendor documents it. What is absent it does not take. */
export type ImageAbilities = {
  /** In one call upstream. */
  maxImages: number;
  /** Images to start from. */
  maxReferences: number;
  /** Pixels that can be asked for. */
  sizes?: readonly string[] | SizeRule;
  aspectRatios?: readonly string[];
  /** Tiers beside aspect ratios; of `aspectRatios` alone the pixels are the vendor's choice. */
  resolutions?: readonly ImageTier[];
  /** Does `1K` at 1:1 make exactly 1024x1024, and so on? */
  hasExactSquares?: boolean;
  qualities?: readonly string[];
  backgrounds?: readonly string[];
  /** The first is made where none is asked for. */
  formats: readonly string[];
  compresses?: boolean;
  seeds?: boolean;
  streams?: boolean;
  /** Fields of `provider.options` that the vendor documents. */
  passthrough: readonly string[];
};
