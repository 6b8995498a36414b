"use client";

import type { ChangeEvent, MouseEvent, PointerEvent } from "react";
import { DEFAULT_WIDTH, MIN_WIDTH, usePanelWidth } from "./panel-width.ts";

const STEP = 20;

/** The left edge of a panel, which changes its width: by dragging, or with the arrow keys, Home and End. */
export function ResizeHandle() {
  const { width, maxWidth, setWidth } = usePanelWidth();
  return (
    <div className="absolute inset-y-0 -left-3 z-10 w-6 max-md:hidden">
      <input
        type="range"
        aria-label="Panel width"
        aria-valuetext={`${width} pixels`}
        min={MIN_WIDTH}
        max={maxWidth}
        step={STEP}
        value={width}
        // Moves the edge where the arrow key points: left is wider.
        dir="rtl"
        className="peer size-full cursor-col-resize touch-none appearance-none opacity-0"
        onChange={(event: ChangeEvent<HTMLInputElement>) => setWidth(event.target.valueAsNumber)}
        onDoubleClick={() => setWidth(DEFAULT_WIDTH)}
        // A press alone must not resize the panel by the few pixels between its position and the edge.
        onMouseDown={(event: MouseEvent) => event.preventDefault()}
        onPointerDown={(event: PointerEvent<HTMLInputElement>) => {
          event.currentTarget.focus();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event: PointerEvent) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) setWidth(window.innerWidth - event.clientX);
        }}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-1/2 w-0.5 peer-hover:bg-line-strong peer-focus-visible:bg-accent peer-active:bg-accent"
      />
    </div>
  );
}
