import { expect, test } from "vitest";
import { momentText } from "#server/ledger/moment-text.ts";

test("a timestamp's text equals toISOString, in any order of calls", () => {
  const moments = [0, 1, 999, 1_000, 1_795_351_591_297, 1_795_351_591_007, 1_795_351_592_000, 1_795_351_591_999, -1];
  for (const moment of moments) expect(momentText(moment)).toBe(new Date(moment).toISOString());
});
