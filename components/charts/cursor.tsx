"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

type Cursor = { atMs: number | undefined; setAtMs: (atMs: number | undefined) => void };
const CursorContext = createContext<Cursor | undefined>(undefined);

/** Charts inside share one time marker. */
export function ChartCursor({ children }: { children: ReactNode }) {
  const cursor = useOwnCursor();
  return <CursorContext value={cursor}>{children}</CursorContext>;
}

/** The shared marker, or the chart's own where nothing is shared. */
export function useCursor(): Cursor {
  const own = useOwnCursor();
  return useContext(CursorContext) ?? own;
}

function useOwnCursor(): Cursor {
  const [atMs, setAtMs] = useState<number>();
  return useMemo(() => ({ atMs, setAtMs }), [atMs]);
}

/** Index of the sample nearest to a time; the marker only ever stands on real samples. */
export function nearestIndex(times: readonly number[], atMs: number | undefined): number | undefined {
  if (atMs === undefined || times.length === 0) return undefined;
  let best = 0;
  for (const [index, time] of times.entries()) {
    if (Math.abs(time - atMs) < Math.abs((times[best] ?? 0) - atMs)) best = index;
  }
  return best;
}
