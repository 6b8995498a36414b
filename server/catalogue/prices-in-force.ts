import type { HoursUtc, Price } from "./model.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Returns the rows in force at a time. Of rows for the same item, those of the latest refresh take precedence over
 * older ones, then the one for the current hours of the UTC day over one for all hours, then a later `validFrom` over
 * an earlier. Endpoints without such rows cost one scan.
 */
export function pricesInForce(rows: readonly Price[], atMs: number): readonly Price[] {
  if (!rows.some(isConditional)) return rows;
  const minute = Math.floor((atMs % DAY_MS) / MINUTE_MS);
  return firstOfEach(
    filterByTime(rows, atMs).filter((row) => !row.hoursUtc || isInHours(row.hoursUtc, minute)),
    thingOf,
  );
}

/** Returns the rows in force on the day of a time, both for certain hours and for all. */
export function pricesOfDay(rows: readonly Price[], atMs: number): readonly Price[] {
  if (!rows.some(isConditional)) return rows;
  const day = filterByTime(rows, atMs);
  const refreshed = Map.groupBy(day.filter(({ origin }) => origin === "refresh").toSorted(latestFirst), thingOf);
  const current = day.filter((row) => (row.validFrom ?? "") >= (refreshed.get(thingOf(row))?.[0]?.validFrom ?? ""));
  return firstOfEach(current, (row) => `${thingOf(row)} ${row.hoursUtc?.startMinute} ${row.hoursUtc?.endMinute}`);
}

function isConditional(row: Price): boolean {
  return row.hoursUtc !== undefined || row.validFrom !== undefined || row.validTo !== undefined;
}

// A moment sorts after the day that contains it, so days and moments compare as texts.
function filterByTime(rows: readonly Price[], atMs: number): Price[] {
  const moment = new Date(atMs).toISOString();
  return rows.filter((row) => (row.validFrom ?? "") <= moment && (row.validTo === undefined || row.validTo > moment));
}

function latestFirst(row: Price, other: Price): number {
  return (row.validFrom ?? "") > (other.validFrom ?? "") ? -1 : 1;
}

function firstOfEach(rows: readonly Price[], keyOf: (row: Price) => string): Price[] {
  const rowByKey = new Map<string, Price>();
  for (const row of rows) {
    const key = keyOf(row);
    const other = rowByKey.get(key);
    if (!other || hasPrecedence(row, other)) rowByKey.set(key, row);
  }
  return [...rowByKey.values()].filter((row) => !row.withdrawn);
}

function thingOf(row: Price): string {
  return `${row.unit} ${row.minPromptTokens} ${row.serviceTier} ${row.variant}`;
}

function isInHours({ startMinute, endMinute }: HoursUtc, minute: number): boolean {
  if (startMinute <= endMinute) return minute >= startMinute && minute < endMinute;
  return minute >= startMinute || minute < endMinute;
}

function hasPrecedence(row: Price, other: Price): boolean {
  const [from, otherFrom] = [row.validFrom ?? "", other.validFrom ?? ""];
  // A refresh restates all hours of the prices it changes, so it replaces older rows of any hours.
  const isRefreshed = row.origin === "refresh" || other.origin === "refresh";
  if (isRefreshed && from !== otherFrom) return from > otherFrom;
  if (row.hoursUtc && !other.hoursUtc) return true;
  if (!row.hoursUtc && other.hoursUtc) return false;
  return from > otherFrom;
}
