"use client";

import { useState } from "react";
import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import { logQuery, useLogView } from "./use-log-view.ts";

export type LogSelection = ReturnType<typeof useLogSelection>["selection"];

/**
 * Returns which requests the page shows: the filters and the time range, as of the time the range was chosen. A range
 * that ends now has no end; `start` is undefined until the browser's clock is known.
 */
export function useLogSelection() {
  const { view } = useLogView();
  const { range, name } = useTimeRange();
  const [pinned, setPinned] = useState<{ name: string; from: number; to: number }>();
  const isMoved = name === "custom" && (pinned?.from !== range?.from || pinned?.to !== range?.to);
  if (range && (pinned?.name !== name || isMoved)) setPinned({ name, from: range.from, to: range.to });
  const start = pinned && new Date(pinned.from).toISOString();
  const end = pinned && name === "custom" ? new Date(pinned.to).toISOString() : undefined;
  return { selection: { ...logQuery(view), start, end }, canFollow: name !== "custom" };
}
