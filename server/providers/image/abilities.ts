import type { ImageTier } from "#lib/image-size.ts";

/** A rule for valid sizes in pixels. */
export type SizeRule = {
  /** Sides must be multiples of this. */
  step: number;
  minSide: number;
  maxSide: number;
  minPixels: number;
  maxPixels: number;
  /** The longer side divided by the shorter. */
  maxRatio: number;
};

/**
 * The features of image requests that a model supports, as its provider documents them. Absent fields are unsupported.
 */
export type ImageAbilities = {
  /** The maximum number of images in one upstream request. */
  maxImages: number;
  /** The minimum number of reference images; 0 if absent. */
  minReferences?: number;
  /** The maximum number of reference images. */
  maxReferences: number;
  /** Accepts a mask for the first reference image. */
  masks?: boolean;
  /** The most tokens that it counts for a reference image; 3,000 if absent. */
  referenceTokens?: number;
  /** The pixel sizes that can be requested. */
  sizes?: readonly string[] | SizeRule;
  aspectRatios?: readonly string[];
  /** Tiers besides aspect ratios; with only `aspectRatios`, the provider chooses the pixels. */
  resolutions?: readonly ImageTier[];
  /** True if `1K` at 1:1 is exactly 1024x1024, and so on. */
  hasExactSquares?: boolean;
  qualities?: readonly string[];
  backgrounds?: readonly string[];
  /** The first one is the default. */
  formats: readonly string[];
  compresses?: boolean;
  seeds?: boolean;
  streams?: boolean;
  /** The documented fields of `provider.options`. */
  passthrough: readonly string[];
};
