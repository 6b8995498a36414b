import { expect, test } from "vitest";
import { builtins } from "#server/guardrails/builtins.ts";
import { hostileTexts } from "#tests/guardrails/hostile.ts";

const texts = Object.entries(hostileTexts(262_144));
const cases = [...builtins].flatMap(([slug, filter]) => texts.map(([kind, text]) => ({ slug, kind, text, filter })));

/** Quadratic time would take minutes here; `npm run bench:guardrails` measures the growth up to a megabyte. */
test.each(cases)(
  "$slug handles $kind",
  ({ filter, text }) => {
    for (const { start, end } of filter.find(text)) expect(start).toBeLessThan(end);
  },
  60_000,
);
