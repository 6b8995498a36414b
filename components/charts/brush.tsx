"use client";

import { useEffect, useRef, useState } from "react";

type BrushProps = {
  /** Bucket starts, ascending, in milliseconds. */
  times: readonly number[];
  onBrush: ((from: Date, to: Date) => void) | undefined;
  /** The first and last bucket that are selected by keys. */
  keyed: readonly [first: number, last: number] | undefined;
};

/** Below this many pixels, a press is a click. */
const LEAST_PIXELS = 6;

/** Selects a range of time by dragging over the chart around it, and shows what is selected, also by keys. */
export function Brush({ times, onBrush, keyed }: BrushProps) {
  const mark = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<Selection>();
  const selected = dragged ?? (keyed && { from: keyed[0] / times.length, to: (keyed[1] + 1) / times.length });
  useEffect(() => {
    const area = mark.current?.parentElement;
    if (!area || !onBrush || times.length < 2) return;
    return listen(area, setDragged, ({ from, to }) => {
      const at = (share: number) => Math.min(times.length - 1, Math.floor(share * times.length));
      onBrush(...timesBetween(times, at(from), at(to)));
    });
  }, [times, onBrush]);
  return (
    <div
      ref={mark}
      aria-hidden
      hidden={!selected}
      className="absolute inset-y-0 bg-accent-soft opacity-60 ring-1 ring-accent"
      style={selected && { left: `${selected.from * 100}%`, width: `${(selected.to - selected.from) * 100}%` }}
    />
  );
}

/** Returns the start of the first bucket and the end of the last. */
export function timesBetween(times: readonly number[], first: number, last: number): [from: Date, to: Date] {
  const bucketMs = (times[1] ?? 0) - (times[0] ?? 0);
  return [new Date(times[first] ?? 0), new Date((times[last] ?? 0) + bucketMs)];
}

/** The selection as shares of the width. */
type Selection = { from: number; to: number };

function listen(
  area: HTMLElement,
  show: (selection: Selection | undefined) => void,
  finish: (selection: Selection) => void,
): () => void {
  const left = new AbortController();
  const { signal } = left;
  area.addEventListener(
    "pointerdown",
    (down) => {
      if (down.button !== 0) return;
      const box = area.getBoundingClientRect();
      const share = (x: number) => Math.min(0.9999, Math.max(0, (x - box.left) / box.width));
      const drag = new AbortController();
      const ends = AbortSignal.any([drag.signal, signal]);
      let selection: Selection | undefined;
      const move = ({ clientX }: PointerEvent) => {
        const [from, to] = [share(down.clientX), share(clientX)].sort((a, b) => a - b) as [number, number];
        selection = Math.abs(clientX - down.clientX) < LEAST_PIXELS ? undefined : { from, to };
        show(selection);
      };
      const end = (isDone: boolean) => () => {
        drag.abort();
        show(undefined);
        if (isDone && selection) finish(selection);
      };
      window.addEventListener("pointermove", move, { signal: ends });
      window.addEventListener("pointerup", end(true), { signal: ends });
      window.addEventListener("pointercancel", end(false), { signal: ends });
      window.addEventListener("keydown", (event) => event.key === "Escape" && end(false)(), { signal: ends });
    },
    { signal },
  );
  return () => left.abort();
}
