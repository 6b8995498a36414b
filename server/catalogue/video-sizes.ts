/** The shorter side of a resolution, in pixels. */
const SHORT_SIDES: Readonly<Record<string, number>> = {
  "360p": 360,
  "480p": 480,
  "720p": 720,
  "768p": 768,
  "1080p": 1080,
  "1K": 1024,
  "2K": 1440,
  "4K": 2160,
};

/** Returns the width and height of a resolution at an aspect ratio; even numbers, as video codecs require. */
export function videoSize(resolution: string, aspectRatio: string): { width: number; height: number } {
  const short = SHORT_SIDES[resolution] ?? 720;
  const [across = 16, down = 9] = aspectRatio.split(":").map(Number);
  const long = Math.ceil((short * Math.max(across, down)) / Math.min(across, down) / 2) * 2;
  return across >= down ? { width: long, height: short } : { width: short, height: long };
}

/** Formats a size as callers write it. */
export function sizeText(resolution: string, aspectRatio: string): string {
  const { width, height } = videoSize(resolution, aspectRatio);
  return `${width}x${height}`;
}

/** Returns the listed resolution and aspect ratio nearest to a size. */
export function nearestShape(
  { width, height }: { width: number; height: number },
  resolutions: readonly string[],
  aspectRatios: readonly string[],
): { resolution: string; aspectRatio: string } {
  const short = Math.min(width, height);
  return {
    resolution: nearest(resolutions, (name) => Math.abs((SHORT_SIDES[name] ?? 720) - short)),
    aspectRatio: nearest(aspectRatios, (ratio) => {
      const [across = 16, down = 9] = ratio.split(":").map(Number);
      return Math.abs(Math.log((across * height) / (down * width)));
    }),
  };
}

function nearest(names: readonly string[], distanceOf: (name: string) => number): string {
  return names.reduce((best, name) => (distanceOf(name) < distanceOf(best) ? name : best));
}
