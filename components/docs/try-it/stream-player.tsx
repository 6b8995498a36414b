"use client";

import { memo, useEffect, useRef } from "react";
import { ScrollBox } from "#components/ui/display/scroll-box.tsx";
import type { PlayedEvent } from "./stream-event.ts";

const NEAR_END_PX = 24;

/** Events of a stream as they arrive; follows the newest until the reader scrolls up. */
export function StreamPlayer({ events }: { events: readonly PlayedEvent[] }) {
  const list = useRef<HTMLOListElement>(null);
  const isFollowing = useRef(true);
  const newest = events.at(-1)?.index ?? 0;
  const hidden = newest - events.length;
  useEffect(() => {
    const box = list.current?.parentElement;
    if (box && isFollowing.current && newest > 0) box.scrollTop = box.scrollHeight;
  }, [newest]);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-muted text-xs">
        {newest === 1 ? "1 event" : `${newest} events`}
        {hidden > 0 && `, the newest ${events.length} below`}
      </p>
      <ScrollBox
        as="section"
        aria-label="Events"
        className="max-h-80 overflow-y-auto rounded-md border bg-canvas"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isFollowing.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
        }}
      >
        <ol ref={list}>
          {events.map((event) => (
            <EventRow key={event.index} event={event} />
          ))}
        </ol>
      </ScrollBox>
    </div>
  );
}

const EventRow = memo(function EventRow({ event }: { event: PlayedEvent }) {
  return (
    <li className="border-b last:border-b-0">
      <details>
        <summary className="flex min-h-6 cursor-pointer items-baseline gap-2 px-2 py-1 font-mono text-xs hover:bg-well pointer-coarse:min-h-11">
          <span className="shrink-0 text-muted tabular-nums">{(event.atMs / 1000).toFixed(3)} s</span>
          <span className="break-all">{event.name}</span>
        </summary>
        <pre className="whitespace-pre-wrap break-all bg-well px-2 py-1.5 text-xs">{event.data}</pre>
      </details>
    </li>
  );
});
