const WEEK_MS = 604_800_000;
const LOCALE = "en-US";
const UNKNOWN = "–";

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, sizeMs: number])[] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

/** The zone in which times are shown: UTC, or the browser's own. */
export type Zone = "utc" | "local";
type Instant = Date | string | number | null | undefined;

/** Formats an absolute time with its zone: "Nov 21, 2026, 14:02:10 UTC". */
export function formatTime(instant: Instant, zone: Zone): string {
  return show(instant, zone, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
}

/** Formats a date: "Nov 21, 2026". */
export function formatDate(instant: Instant, zone: Zone): string {
  return show(instant, zone, { year: "numeric", month: "short", day: "numeric" });
}

/** Formats the day of a row in a list of times: "Nov 21", with the year unless it is that of `nowMs`. */
export function formatDay(instant: Instant, zone: Zone, nowMs: number): string {
  const year = show(instant, zone, { year: "numeric" });
  const isThisYear = year === show(nowMs, zone, { year: "numeric" });
  return show(instant, zone, { month: "short", day: "numeric", ...(!isThisYear && { year: "numeric" }) });
}

/** Formats the time of day for dense rows and axes: "14:02:10", or "14:02" without seconds. */
export function formatClock(instant: Instant, zone: Zone, seconds = true): string {
  const second = seconds ? ({ second: "2-digit" } as const) : {};
  return show(instant, zone, { hour: "2-digit", minute: "2-digit", ...second });
}

/** Returns ISO 8601 in UTC, for datetime attributes and copying; empty if the time is unknown. */
export function isoTime(instant: Instant): string {
  return toDate(instant)?.toISOString() ?? "";
}

const RELATIVE = {
  short: new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto", style: "short" }),
  long: new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto", style: "long" }),
};

/**
 * Formats the distance from `nowMs`: "just now", "3 min ago", "in 2 days". Always show it together with the absolute
 * time.
 */
export function formatRelative(instant: Instant, nowMs: number): string {
  const date = toDate(instant);
  if (!date) return UNKNOWN;
  const distanceMs = date.getTime() - nowMs;
  const [unit, sizeMs] = STEPS.find(([, size]) => Math.abs(distanceMs) >= size) ?? (["second", 1000] as const);
  if (unit === "second" && Math.abs(distanceMs) < 5000) return "just now";
  const style = unit === "minute" || unit === "second" ? "short" : "long";
  return RELATIVE[style].format(Math.trunc(distanceMs / sizeMs), unit).replace(".", "");
}

/** Formats a duration: 840 ms, 1.24 s, 1 m, 2 m 05 s, 3 h 10 m, 2 d 4 h. */
export function formatDuration(durationMs: number | null | undefined): string {
  if (durationMs === null || durationMs === undefined || !Number.isFinite(durationMs)) return UNKNOWN;
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`;
  if (durationMs < 59_950) return `${Number((durationMs / 1000).toPrecision(3))} s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 3600) return inUnits(Math.floor(seconds / 60), "m", String(seconds % 60).padStart(2, "0"), "s");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1440) return inUnits(Math.floor(minutes / 60), "h", String(minutes % 60).padStart(2, "0"), "m");
  const hours = Math.floor(minutes / 60);
  return inUnits(Math.floor(hours / 24), "d", String(hours % 24), "h");
}

/** Leaves out a smaller unit that is zero. */
function inUnits(large: number, largeUnit: string, small: string, smallUnit: string): string {
  return Number(small) === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** Formats when a limit resets: "resets Mon 00:00 UTC, in 2 d 4 h"; "never resets" without an instant. */
export function formatReset(instant: Instant, nowMs: number): string {
  const date = toDate(instant);
  if (!date) return "never resets";
  const leftMs = date.getTime() - nowMs;
  // A weekday is only unambiguous for the next seven days.
  const options: Intl.DateTimeFormatOptions =
    leftMs < WEEK_MS ? { weekday: "short" } : { month: "short", day: "numeric" };
  const day = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: "UTC" }).format(date);
  const left = formatDuration(Math.max(60_000, leftMs)).replace(/ \d\d s$/, "");
  return `resets ${day} ${formatClock(date, "utc", false)} UTC, in ${left}`;
}

function show(instant: Instant, zone: Zone, options: Intl.DateTimeFormatOptions): string {
  const date = toDate(instant);
  if (!date) return UNKNOWN;
  const key = zone + JSON.stringify(options);
  const known = formatters.get(key);
  const formatter = known ?? new Intl.DateTimeFormat(LOCALE, { hourCycle: "h23", ...timeZoneOf(zone), ...options });
  if (!known) formatters.set(key, formatter);
  return formatter.format(date);
}

/** By zone and options. To create one takes longer than everything else in a row of a list. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function timeZoneOf(zone: Zone): Intl.DateTimeFormatOptions {
  return zone === "utc" ? { timeZone: "UTC" } : {};
}

function toDate(instant: Instant): Date | undefined {
  if (instant === null || instant === undefined || instant === "") return undefined;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
