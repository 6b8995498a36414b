"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { formatCount } from "#lib/format.ts";

/** Up to this many rows load while scrolling; more load on request, so that a page does not grow forever. */
const MOST_BY_SCROLLING = 10_000;
/** Loads before the end is visible. */
const AHEAD = "0px 0px 1200px 0px";

/** What the rows are. */
export type RowNoun = "requests" | "sessions" | "attempts";

type OlderRowsProps = {
  noun: RowNoun;
  rows: number;
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onLoad: () => void;
};

/** The end of the list: loads older rows when it comes near, or on a click. */
export function OlderRows({ noun, rows, hasMore, isLoading, hasFailed, onLoad }: OlderRowsProps) {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  const isWatching = hasMore && !isLoading && !hasFailed && rows < MOST_BY_SCROLLING;
  useEffect(() => {
    if (!isWatching || !end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(),
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWatching]);
  return (
    <div ref={end} className="flex flex-col items-center gap-2">
      {hasFailed && <p className="text-bad text-xs">Older {noun} could not be loaded.</p>}
      {hasMore ? (
        <Button pending={isLoading} onClick={onLoad}>
          {hasFailed ? "Try again" : "Load older"}
        </Button>
      ) : (
        <p className="text-muted text-xs">
          {formatCount(rows)} {rows === 1 ? noun.slice(0, -1) : noun}. No older {noun} in this range.
        </p>
      )}
    </div>
  );
}
