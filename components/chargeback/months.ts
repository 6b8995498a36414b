const MONTHS = 13;

/** Returns the current UTC month and the twelve before it, newest first: `{ value: "2026-11", label: "November 2026" }`. */
export function recentMonths(nowMs: number): { value: string; label: string }[] {
  const now = new Date(nowMs);
  return Array.from({ length: MONTHS }, (_, age) => {
    const value = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - age)).toISOString().slice(0, 7);
    return { value, label: monthName(value) };
  });
}

const NAMES = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** Returns a month's name: "2026-11" is "November 2026". */
export function monthName(month: string): string {
  return NAMES.format(new Date(`${month}-01T00:00:00Z`));
}
