import { describe, expect, test } from "vitest";
import { averageOf, sumIn, windowsAt } from "#server/jobs/alerts/kinds/same-hours.ts";

const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;
const at = Date.UTC(2026, 10, 25, 14);

describe("the windows at a moment", () => {
  test("are the hour that has just ended, and also the running one within an hour", () => {
    const firstMs = at - 10 * WEEK_MS;
    expect(windowsAt(at, 1, firstMs).map(({ from, to }) => [from, to])).toEqual([[at - HOUR_MS, at]]);
    expect(windowsAt(at + 60_000, 2, firstMs).map(({ from, to }) => [from, to])).toEqual([
      [at - HOUR_MS, at + HOUR_MS],
      [at - 2 * HOUR_MS, at],
    ]);
  });

  test("are compared with the weeks that have data, at least two and at most four", () => {
    const weeksWith = (firstMs: number | undefined) => windowsAt(at, 1, firstMs).map(({ earlier }) => earlier.length);
    expect(weeksWith(undefined)).toEqual([]);
    expect(weeksWith(at - WEEK_MS - HOUR_MS)).toEqual([]);
    expect(weeksWith(at - 2 * WEEK_MS)).toEqual([]);
    expect(weeksWith(at - 2 * WEEK_MS - HOUR_MS)).toEqual([2]);
    expect(weeksWith(at - 9 * WEEK_MS)).toEqual([4]);
  });

  test("are averaged over these weeks, hours without data included", () => {
    const [window] = windowsAt(at, 2, at - 9 * WEEK_MS);
    const values = new Map([
      [at - 2 * HOUR_MS, 7],
      [at - HOUR_MS, 5],
      [at - HOUR_MS - WEEK_MS, 6],
      [at - 2 * HOUR_MS - 2 * WEEK_MS, 2],
    ]);
    expect(window && [sumIn(values, window), averageOf(values, window)]).toEqual([12, 2]);
  });
});
