/** Size classes, named after the side of a square with about as many pixels. */
export const IMAGE_TIERS = ["512", "1K", "2K", "4K"] as const;
export type ImageTier = (typeof IMAGE_TIERS)[number];

export const TIER_SIDE_PIXELS: Record<ImageTier, number> = { "512": 512, "1K": 1024, "2K": 2048, "4K": 4096 };

export type Pixels = { width: number; height: number };

const MOST_PIXELS_A_SIDE = 16_384;

/** Returns the pixels of e.g. `1536x1024`; undefined for anything else. */
export function pixelsOf(size: string | null | undefined): Pixels | undefined {
  const [, width = 0, height = 0] = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(size ?? "")?.map(Number) ?? [];
  const isSize = width > 0 && width <= MOST_PIXELS_A_SIDE && height <= MOST_PIXELS_A_SIDE;
  return isSize ? { width, height } : undefined;
}

/** Returns the tier in a size, e.g. `2K`; undefined for pixels. */
export function tierOf(size: string | null | undefined): ImageTier | undefined {
  const name = size?.toUpperCase();
  return IMAGE_TIERS.find((tier) => tier === name);
}

/** Returns the ratio of width to height of e.g. `16:9`; undefined for `auto`. */
export function ratioOf(aspect: string | null | undefined): number | undefined {
  const [, width, height] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(aspect ?? "") ?? [];
  return width && height ? Number(width) / Number(height) : undefined;
}

// Providers round sides to multiples of 8 to 64 pixels, which moves a ratio by up to this much.
const RATIO_TOLERANCE = 0.03;

type Geometry = { size?: string | null; resolution?: string | null; aspect_ratio?: string | null };

/** Returns why a size contradicts the resolution or the aspect ratio of the request; undefined if it does not. */
export function sizeConflict({ size, resolution, aspect_ratio: aspect }: Geometry): string | undefined {
  const tier = tierOf(size);
  if (tier && resolution && tierOf(resolution) !== tier) return `size: ${size} does not match resolution ${resolution}`;
  const pixels = pixelsOf(size);
  if (!pixels) return undefined;
  if (resolution && !tiersOf(pixels).some((one) => one === resolution))
    return `size: ${size} does not match resolution ${resolution}`;
  const ratio = ratioOf(aspect);
  return ratio && distance(pixels.width / pixels.height, ratio) > Math.log(1 + RATIO_TOLERANCE)
    ? `size: ${size} does not match aspect ratio ${aspect}`
    : undefined;
}

/** Returns tiers by pixel count and by longer side: 3840x2160 has the pixels of 2K and is called 4K. */
function tiersOf({ width, height }: Pixels): ImageTier[] {
  return [nearestTier(Math.sqrt(width * height)), nearestTier(Math.max(width, height))];
}

/** Returns the tier nearest to a side in pixels. */
export function nearestTier(side: number, among: readonly ImageTier[] = IMAGE_TIERS): ImageTier {
  return nearest(among, (tier) => distance(TIER_SIDE_PIXELS[tier], side));
}

/** Returns the aspect ratio nearest to one. */
export function nearestAspect(wanted: number, among: readonly string[]): string {
  return nearest(among, (aspect) => distance(ratioOf(aspect) ?? Number.POSITIVE_INFINITY, wanted));
}

function nearest<Item>(items: readonly Item[], by: (item: Item) => number): Item {
  return items.reduce((best, item) => (by(item) < by(best) ? item : best));
}

/** Returns the distance of two sizes as factors: 2 is as far from 1 as 1 from 2. */
function distance(one: number, other: number): number {
  return Math.abs(Math.log(one / other));
}
