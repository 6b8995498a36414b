"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

/** Called with the start of the first selected bucket and the end of the last. */
type OnBrush = (from: Date, to: Date) => void;
type Cursor = {
  atMs: number | undefined;
  setAtMs: (atMs: number | undefined) => void;
  /** Without it, a range of time cannot be selected. */
  onBrush?: OnBrush | undefined;
};
const CursorContext = createContext<Cursor | undefined>(undefined);

/** Charts inside share one time marker; dragging over one selects a range of time. */
export function ChartCursor({ onBrush, children }: { onBrush?: OnBrush; children: ReactNode }) {
  const cursor = { ...useOwnCursor(), onBrush };
  return <CursorContext value={cursor}>{children}</CursorContext>;
}

/** Returns the shared marker, or the chart's own. */
export function useCursor(): Cursor {
  const own = useOwnCursor();
  return useContext(CursorContext) ?? own;
}

function useOwnCursor(): Cursor {
  const [atMs, setAtMs] = useState<number>();
  return useMemo(() => ({ atMs, setAtMs }), [atMs]);
}

/** Returns the index of the sample nearest to a time; the marker is only shown at real samples. */
export function nearestIndex(times: readonly number[], atMs: number | undefined): number | undefined {
  if (atMs === undefined || times.length === 0) return undefined;
  let best = 0;
  for (const [index, time] of times.entries()) {
    if (Math.abs(time - atMs) < Math.abs((times[best] ?? 0) - atMs)) best = index;
  }
  return best;
}
