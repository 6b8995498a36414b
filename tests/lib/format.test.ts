import { describe, expect, test } from "vitest";
import {
  formatBytes,
  formatCompact,
  formatCount,
  formatNanoUsd,
  formatNanoUsdTotal,
  formatPercent,
  formatPerMillion,
  formatUsd,
  formatUsdTotal,
} from "#lib/format.ts";
import {
  formatClock,
  formatDate,
  formatDuration,
  formatRelative,
  formatReset,
  formatTime,
  isoTime,
} from "#lib/format-time.ts";

const now = Date.UTC(2026, 10, 21, 14, 2, 10);

describe("money", () => {
  test.each([
    [412_000, "$0.000412"],
    [1, "$0.000000001"],
    [14_900_000, "$0.0149"],
    [1_234_567, "$0.00123"],
    [500_000_000, "$0.50"],
    [1_000_000_000, "$1.00"],
    [12_345_678_900, "$12.35"],
    [1_234_567_000_000_000, "$1,234,567.00"],
    [-412_000, "−$0.000412"],
  ])("a small cost is never shown as zero: %i nano-USD is %s", (nanoUsd, text) => {
    expect(formatNanoUsd(nanoUsd)).toBe(text);
  });

  test("zero is $0.00 and unknown is a dash", () => {
    expect([formatNanoUsd(0), formatUsd(0), formatUsdTotal(0)]).toEqual(["$0.00", "$0.00", "$0.00"]);
    expect([formatNanoUsd(null), formatUsd(undefined), formatUsd(Number.NaN)]).toEqual(["–", "–", "–"]);
  });

  test("totals have two decimals, and zero spending is shown as zero", () => {
    expect(formatUsdTotal(0.0149)).toBe("$0.01");
    expect([formatUsdTotal(0.00412), formatUsdTotal(-0.002)]).toEqual(["<$0.01", "−<$0.01"]);
    expect(formatNanoUsdTotal(4_812_345_000_000n)).toBe("$4,812.35");
  });

  test("prices are per million tokens, without float noise", () => {
    expect(formatPerMillion("0.000003")).toBe("$3.00");
    expect(formatPerMillion("0.00000015")).toBe("$0.15");
    expect(formatPerMillion(0.0000000375)).toBe("$0.0375");
    expect(formatPerMillion("0")).toBe("Free");
    expect([formatPerMillion(null), formatPerMillion("?"), formatPerMillion("")]).toEqual(["–", "–", "–"]);
  });
});

describe("numbers", () => {
  test("counts are grouped, and short counts have three digits", () => {
    expect(formatCount(12431)).toBe("12,431");
    expect([842, 12_431, 1_204_000].map(formatCompact)).toEqual(["842", "12.4k", "1.2M"]);
    expect(formatCompact(undefined)).toBe("–");
  });

  test("an uptime below 100% is never rounded up to it", () => {
    expect(formatPercent(1)).toBe("100%");
    expect(formatPercent(0.99999)).toBe("99.99%");
    expect(formatPercent(0.1234, 0)).toBe("12%");
    expect(formatPercent(null)).toBe("–");
  });

  test("bytes use decimal units and change unit before four digits", () => {
    expect([0, 640, 999.6, 1_240_000, 104_857_600].map(formatBytes)).toEqual([
      "0 B",
      "640 B",
      "1 kB",
      "1.2 MB",
      "105 MB",
    ]);
  });
});

describe("time", () => {
  test("absolute times name their zone", () => {
    expect(formatTime(now, "utc")).toBe("Nov 21, 2026, 14:02:10 UTC");
    expect(formatDate("2026-11-21T23:59:00Z", "utc")).toBe("Nov 21, 2026");
    expect(formatClock(Date.UTC(2026, 0, 1), "utc", false)).toBe("00:00");
    expect(isoTime(now)).toBe("2026-11-21T14:02:10.000Z");
  });

  test("an unknown or invalid time is a dash", () => {
    expect([formatTime(null, "utc"), formatTime("soon", "utc"), formatRelative(undefined, now)]).toEqual([
      "–",
      "–",
      "–",
    ]);
    expect(isoTime("soon")).toBe("");
  });

  test.each([
    [2_000, "just now"],
    [42_000, "42 sec ago"],
    [180_000, "3 min ago"],
    [7_200_000, "2 hours ago"],
    [86_400_000, "yesterday"],
    [-172_800_000, "in 2 days"],
  ])("%i ms ago is shown as %s", (agoMs, text) => {
    expect(formatRelative(now - agoMs, now)).toBe(text);
  });

  test("durations change unit where more digits would not help", () => {
    expect([0, 840.4, 999.6, 1240, 59_960, 125_000, 11_400_000, 187_200_000].map(formatDuration)).toEqual([
      "0 ms",
      "840 ms",
      "1 s",
      "1.24 s",
      "1 m",
      "2 m 05 s",
      "3 h 10 m",
      "2 d 4 h",
    ]);
  });

  test("a limit's reset is shown in words", () => {
    const monday = Date.UTC(2026, 10, 23);
    expect(formatReset(monday, monday - 187_200_000)).toBe("resets Mon 00:00 UTC, in 2 d 4 h");
    expect(formatReset(monday, monday - 600_000)).toBe("resets Mon 00:00 UTC, in 10 m");
    expect(formatReset(monday, monday - 734_400_000)).toBe("resets Nov 23 00:00 UTC, in 8 d 12 h");
    expect(formatReset(null, now)).toBe("never resets");
  });
});
