import { describe, expect, test } from "vitest";
import { isTimeZone, limitPeriod } from "#lib/limit-period.ts";
import { type Interval, nextReset, periodStart, quarterHour } from "#server/ledger/limits/period.ts";

const BOUNDS: [zone: string, interval: Interval, start: string, reset: string][] = [
  ["UTC", "daily", "2026-03-29T00:00Z", "2026-03-30T00:00Z"],
  ["UTC", "weekly", "2026-03-23T00:00Z", "2026-03-30T00:00Z"],
  ["UTC", "monthly", "2026-03-01T00:00Z", "2026-04-01T00:00Z"],
  // The day on which the clocks go forward has 23 hours, the one on which they go back 25.
  ["Europe/Berlin", "daily", "2026-03-28T23:00Z", "2026-03-29T22:00Z"],
  ["Europe/Berlin", "daily", "2026-10-24T22:00Z", "2026-10-25T23:00Z"],
  ["Europe/Berlin", "weekly", "2026-10-18T22:00Z", "2026-10-25T23:00Z"],
  ["Europe/Berlin", "monthly", "2026-09-30T22:00Z", "2026-10-31T23:00Z"],
  ["America/New_York", "daily", "2026-03-08T05:00Z", "2026-03-09T04:00Z"],
  ["America/New_York", "daily", "2026-11-01T04:00Z", "2026-11-02T05:00Z"],
  ["America/New_York", "weekly", "2026-10-26T04:00Z", "2026-11-02T05:00Z"],
  ["America/New_York", "monthly", "2026-11-01T04:00Z", "2026-12-01T05:00Z"],
  ["Asia/Kathmandu", "daily", "2026-11-25T18:15Z", "2026-11-26T18:15Z"],
  ["Asia/Kathmandu", "weekly", "2026-11-22T18:15Z", "2026-11-29T18:15Z"],
  ["Asia/Kathmandu", "monthly", "2026-10-31T18:15Z", "2026-11-30T18:15Z"],
  // Midnight is skipped: the day starts at 01:00.
  ["Asia/Beirut", "daily", "2026-03-28T22:00Z", "2026-03-29T21:00Z"],
  ["Pacific/Kiritimati", "daily", "2026-12-31T10:00Z", "2027-01-01T10:00Z"],
  ["Pacific/Pago_Pago", "daily", "2027-01-01T11:00Z", "2027-01-02T11:00Z"],
];

describe("a period", () => {
  test.each(BOUNDS)(
    "in %s, %s, from %s to %s includes its first and not its last instant",
    (zone, interval, start, reset) => {
      const [startMs, resetMs] = [Date.parse(start), Date.parse(reset)];
      for (const atMs of [startMs, (startMs + resetMs) / 2, resetMs - 1]) {
        expect(limitPeriod(interval, atMs, zone)).toMatchObject({ startMs, resetMs });
        expect(nextReset(interval, atMs, zone).getTime()).toBe(resetMs);
      }
      expect(limitPeriod(interval, startMs - 1, zone).resetMs).toBe(startMs);
      expect(limitPeriod(interval, resetMs, zone).startMs).toBe(resetMs);
    },
  );

  test.each(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Santiago"])(
    "in %s follows the one before without a gap, for two years",
    (zone) => {
      for (const interval of ["daily", "weekly", "monthly"] as const) {
        let atMs = Date.parse("2026-01-15T12:00Z");
        while (atMs < Date.parse("2028-01-15T12:00Z")) {
          const { startMs, resetMs } = limitPeriod(interval, atMs, zone);
          expect([zone, startMs <= atMs, atMs < resetMs]).toEqual([zone, true, true]);
          expect(limitPeriod(interval, resetMs, zone).startMs).toBe(resetMs);
          atMs = resetMs;
        }
      }
    },
  );

  test("has a name that sorts by time and is a plain date in UTC", () => {
    const atMs = Date.parse("2026-11-26T12:00Z");
    expect(periodStart("daily", atMs)).toBe("2026-11-26");
    expect(periodStart("daily", atMs, "Asia/Kathmandu")).toBe("2026-11-25T18:15 Asia/Kathmandu");
    // A request that arrived before midnight keeps its period after it.
    expect(periodStart("daily", Date.parse("2026-11-26T18:15Z"), "Asia/Kathmandu")).toBe(
      "2026-11-26T18:15 Asia/Kathmandu",
    );
    expect(periodStart("daily", atMs, "Asia/Kathmandu")).toBe("2026-11-25T18:15 Asia/Kathmandu");
    expect(quarterHour(Date.parse("2026-11-26T18:29:59.999Z"))).toBe("2026-11-26T18:15");
  });
});

test("only names of time zones are accepted", () => {
  expect(["UTC", "Europe/Berlin", "Asia/Kathmandu"].filter((name) => !isTimeZone(name))).toEqual([]);
  expect(["", "+02:00", "Berlin", "Europe/Nowhere", "../etc/passwd"].filter(isTimeZone)).toEqual([]);
});
