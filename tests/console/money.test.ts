import { expect, test } from "vitest";
import { periodOf } from "#components/credits/budget-intervals.ts";
import { exactUsdColumn } from "#components/logs/panel/exact-usd.ts";

test.each([
  ["0", "$0.00"],
  ["5400", "$0.0000054"],
  ["1500000000", "$1.50"],
  ["12.25", "$0.00000001225"],
  ["123456789012.5", "$123.4567890125"],
  ["9000000000000000", "$9000000.00"],
])("%s nano-USD are %s, to the last digit", (nanoUsd, usd) => {
  expect(exactUsdColumn([nanoUsd])(nanoUsd)).toBe(usd);
});

test("a budget's period is the current one in its time zone, and a total budget has no end", () => {
  const nowMs = Date.parse("2026-11-22T10:00:00Z");
  expect(periodOf("daily", nowMs, "UTC").startMs).toBe(Date.parse("2026-11-22T00:00:00Z"));
  expect(periodOf("daily", nowMs, "Asia/Kathmandu").startMs).toBe(Date.parse("2026-11-21T18:15:00Z"));
  expect(periodOf("lifetime", nowMs, "UTC").endMs).toBe(periodOf("lifetime", nowMs + 60_000, "UTC").endMs);
  expect(periodOf("lifetime", nowMs, "UTC").resets).toBe(false);
});
