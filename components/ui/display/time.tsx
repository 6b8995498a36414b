"use client";

import type { ReactNode } from "react";
import { formatClock, formatDate, formatRelative, formatTime, isoTime } from "#lib/format-time.ts";
import { usePreference } from "../hooks/preference.ts";
import { useNow } from "../hooks/use-now.ts";

type TimeProps = {
  /** ISO text, milliseconds or a Date; unknown is a dash. */
  value: string | number | Date | null | undefined;
  /** `relative` is "3 min ago"; the absolute time, UTC and ISO are on hover in every form. */
  format?: "relative" | "absolute" | "date" | "clock";
  /** Shown instead of a dash: "never". */
  unknown?: string;
  className?: string;
  /** Shown instead, in a form of its own. */
  children?: ReactNode;
};

/** A point in time, in the user's zone. The server and the first paint show UTC. */
export function Time({ value, format = "relative", unknown = "–", className, children }: TimeProps) {
  const now = useNow();
  const [preferred] = usePreference("zone");
  const zone = now === undefined ? "utc" : preferred;
  const iso = isoTime(value);
  if (!iso) return <span className={className}>{unknown}</span>;
  const shown = {
    relative: () => (now === undefined ? formatTime(value, zone) : formatRelative(value, now)),
    absolute: () => formatTime(value, zone),
    date: () => formatDate(value, zone),
    clock: () => formatClock(value, zone),
  }[format];
  const title =
    zone === "utc"
      ? `${formatTime(value, "utc")}\n${iso}`
      : `${formatTime(value, "local")}\n${formatTime(value, "utc")}\n${iso}`;
  return (
    <time dateTime={iso} title={title} className={className}>
      {children ?? shown()}
    </time>
  );
}
