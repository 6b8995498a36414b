import type { ImageRequest } from "#lib/contract/images.ts";
import {
  type ImageTier,
  nearestAspect,
  nearestTier,
  type Pixels,
  pixelsOf,
  ratioOf,
  TIER_SIDE_PIXELS,
  tierOf,
} from "#lib/image-size.ts";
import type { ImageAbilities, SizeRule } from "#server/providers/image/abilities.ts";
import type { Geometry } from "#server/providers/image/maker.ts";

type RequestedSize = Pick<ImageRequest, "size" | "resolution" | "aspect_ratio">;

/**
 * Returns the requested size as the model can make it; deviations are added to `notes`. Returns undefined if the
 * request asks for exact pixels that the model cannot make: no other size would be what the caller chose.
 */
export function geometryOf(
  requested: RequestedSize,
  abilities: ImageAbilities,
  notes: string[] = [],
): Geometry | undefined {
  const tier = tierOf(requested.resolution) ?? tierOf(requested.size);
  const ratio = ratioOf(requested.aspect_ratio);
  const pixels = pixelsOf(requested.size);
  if (pixels) return exactly(pixels, abilities);
  if (abilities.sizes) {
    if (!tier && ratio === undefined) return {};
    return { pixels: made(tier ?? "1K", ratio ?? 1, abilities.sizes, requested, notes) };
  }
  return {
    ...(ratio !== undefined && { aspect: aspectFor(ratio, requested, abilities, notes) }),
    ...(tier && tierFor(tier, abilities, notes)),
  };
}

function exactly(pixels: Pixels, { sizes, hasExactSquares, resolutions = ["1K"] }: ImageAbilities) {
  if (sizes) return isMade(pixels, sizes) ? { pixels } : undefined;
  const tier = resolutions.find((one) => TIER_SIDE_PIXELS[one] === pixels.width && pixels.width === pixels.height);
  return tier && hasExactSquares ? { aspect: "1:1", tier } : undefined;
}

function isMade({ width, height }: Pixels, sizes: readonly string[] | SizeRule): boolean {
  if (isList(sizes)) return sizes.includes(`${width}x${height}`);
  const { step, minSide, maxSide, minPixels, maxPixels, maxRatio } = sizes;
  const longer = Math.max(width, height);
  const shorter = Math.min(width, height);
  const isWithin = shorter >= minSide && longer <= maxSide && longer <= shorter * maxRatio;
  return isWithin && width % step === 0 && height % step === 0 && isBetween(width * height, minPixels, maxPixels);
}

function made(
  tier: ImageTier,
  ratio: number,
  sizes: readonly string[] | SizeRule,
  requested: RequestedSize,
  notes: string[],
): Pixels {
  const pixels = isList(sizes) ? nearestOf(ratio, sizes) : byRule(tier, ratio, sizes);
  const { width, height } = pixels;
  const isAsFormed = Math.abs(Math.log(width / height / ratio)) < 0.03;
  const isAsLarge = nearestTier(Math.sqrt(width * height)) === tier || nearestTier(Math.max(width, height)) === tier;
  if (!isAsFormed) notes.push(`aspect_ratio: ${requested.aspect_ratio} changed to ${width}x${height}`);
  if (!isAsLarge) notes.push(`resolution: ${tier} changed to ${width}x${height}`);
  return pixels;
}

function nearestOf(ratio: number, sizes: readonly string[]): Pixels {
  const aspect = nearestAspect(
    ratio,
    sizes.map((size) => size.replace("x", ":")),
  );
  return pixelsOf(aspect.replace(":", "x")) as Pixels;
}

/** Returns side lengths with about the tier's pixels at a ratio, as close as the rule allows. */
function byRule(tier: ImageTier, requested: number, rule: SizeRule): Pixels {
  const ratio = Math.min(rule.maxRatio, Math.max(1 / rule.maxRatio, requested));
  const area = Math.min(rule.maxPixels, Math.max(rule.minPixels, TIER_SIDE_PIXELS[tier] ** 2));
  const scale = Math.min(1, rule.maxSide / (Math.sqrt(area) * Math.sqrt(Math.max(ratio, 1 / ratio))));
  const round = area === rule.minPixels ? Math.ceil : Math.floor;
  const side = (length: number) =>
    Math.min(rule.maxSide, Math.max(rule.minSide, round((length * scale) / rule.step) * rule.step));
  return { width: side(Math.sqrt(area * ratio)), height: side(Math.sqrt(area / ratio)) };
}

function aspectFor(
  ratio: number,
  { aspect_ratio: requested }: RequestedSize,
  { aspectRatios }: ImageAbilities,
  notes: string[],
) {
  const listed = (aspectRatios ?? ["1:1"]).filter((aspect) => ratioOf(aspect) !== undefined);
  const aspect = nearestAspect(ratio, listed);
  if (aspect !== requested) notes.push(`aspect_ratio: ${requested} changed to ${aspect}`);
  return aspect;
}

function tierFor(tier: ImageTier, { resolutions }: ImageAbilities, notes: string[]): { tier?: ImageTier } {
  const nearest = nearestTier(TIER_SIDE_PIXELS[tier], resolutions ?? ["1K"]);
  if (nearest !== tier) notes.push(`resolution: ${tier} changed to ${nearest}`);
  return resolutions ? { tier: nearest } : {};
}

function isList(sizes: readonly string[] | SizeRule): sizes is readonly string[] {
  return Array.isArray(sizes);
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
