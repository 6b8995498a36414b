import type { Filter } from "#server/guardrails/rule.ts";
import { hostileTexts } from "#tests/guardrails/hostile.ts";

type Growth = { kind: string; growth: number; megabyteMs: number };

const SMALL = 65_536;
const LARGE = 1_048_576;

/**
 * Returns for each filter the hostile text whose time grows most from 64 kB to 1 MB, as a multiple of linear growth.
 */
export function measureGrowth(filters: ReadonlyMap<string, Filter>): Record<string, Growth> {
  const small = hostileTexts(SMALL);
  const large = hostileTexts(LARGE);
  return Object.fromEntries(
    [...filters].map(([slug, filter]) => {
      const all = Object.keys(small).map((kind) =>
        measureFilterGrowth(filter, kind, small[kind] ?? "", large[kind] ?? ""),
      );
      return [slug, all.reduce((worst, one) => (one.growth > worst.growth ? one : worst))];
    }),
  );
}

function measureFilterGrowth(filter: Filter, kind: string, small: string, large: string): Growth {
  const smallMs = Math.min(timeMs(filter, small), timeMs(filter, small), timeMs(filter, small));
  const megabyteMs = Math.min(timeMs(filter, large), timeMs(filter, large));
  const growth = megabyteMs / smallMs / (LARGE / SMALL);
  return { kind, growth: Number(growth.toFixed(2)), megabyteMs: Number(megabyteMs.toFixed(0)) };
}

function timeMs(filter: Filter, text: string): number {
  const startedMs = performance.now();
  filter.find(text);
  return performance.now() - startedMs;
}
