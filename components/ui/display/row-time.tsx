"use client";

import { formatClock, formatDay } from "#lib/format-time.ts";
import { usePreference } from "../hooks/preference.ts";
import { useNow } from "../hooks/use-now.ts";
import { Time } from "./time.tsx";

type RowTimeProps = {
  /** ISO text. */
  value: string;
  /** The time of the row above, if there is one. */
  above: string | undefined;
};

/** The time of a row in a list ordered by time: the time of day, and the date once, in the first row of each day. */
export function RowTime({ value, above }: RowTimeProps) {
  const now = useNow();
  const [preferred] = usePreference("zone");
  const zone = now === undefined ? "utc" : preferred;
  const dayOf = (time: string) => formatDay(time, zone, now ?? Date.parse(value));
  const day = dayOf(value);
  const isFirst = above === undefined || dayOf(above) !== day;
  return (
    <Time value={value} className="tabular-nums">
      {isFirst && <span className="text-muted">{day}, </span>}
      {formatClock(value, zone)}
    </Time>
  );
}
