"use client";

import { useMemo } from "react";
import { parseAsIsoDateTime, parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { RANGES, type RangeName, rangeEndingNow, type TimeRange } from "./time-range.ts";

const NAMES = [...RANGES.map(({ value }) => value), "custom"] as const satisfies RangeName[];

const parsers = {
  range: parseAsStringLiteral(NAMES).withDefault("24h"),
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
};

const MINUTE_MS = 60_000;

/** Returns the time range in the address. `range` is undefined until the browser's clock is known. */
export function useTimeRange() {
  const [{ range: name, from, to }, set] = useQueryStates(parsers, { history: "push", scroll: false });
  const nowMs = useNow();
  const minute = nowMs && Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const custom = name === "custom" && from && to && from < to ? { from: from.getTime(), to: to.getTime() } : undefined;
  const fromMs = custom?.from;
  const toMs = custom?.to;
  const range = useMemo<TimeRange | undefined>(() => {
    if (minute === undefined) return undefined;
    if (fromMs !== undefined && toMs !== undefined) return { from: fromMs, to: toMs, live: toMs > minute };
    return rangeEndingNow(name === "custom" ? "24h" : name, minute);
  }, [minute, name, fromMs, toMs]);
  return {
    name: custom || name !== "custom" ? name : ("24h" as const),
    range,
    nowMs: minute,
    choose: (next: Exclude<RangeName, "custom">) => void set({ range: next, from: null, to: null }),
    chooseCustom: (start: Date, end: Date) => void set({ range: "custom", from: start, to: end }),
  };
}
