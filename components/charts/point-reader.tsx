"use client";

import type { KeyboardEvent } from "react";

type PointReaderProps = {
  /** The chart's label: "Points of Spend". */
  label: string;
  count: number;
  index: number | undefined;
  /** The selected point in words. */
  text: string;
  onIndexChange: (index: number | undefined) => void;
  /** Without it, no points can be selected. */
  selection?: PointSelection | undefined;
};

export type PointSelection = {
  /** Where the selected points start; undefined if none are. */
  anchor: number | undefined;
  onAnchorChange: (anchor: number | undefined) => void;
  onSelect: (first: number, last: number) => void;
};

/** Keys that move between points. */
const MOVES = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]);

/**
 * An invisible range input over a chart: arrow keys, Home and End move between points, and screen readers announce
 * them. With Shift, they select points; Enter confirms a selection, or the point itself, and Esc ends it.
 */
export function PointReader({ label, count, index, text, onIndexChange, selection }: PointReaderProps) {
  const at = index ?? count - 1;
  const handleKey = (event: KeyboardEvent) => {
    if (!selection) return;
    const { anchor, onAnchorChange, onSelect } = selection;
    if (MOVES.has(event.key)) return onAnchorChange(event.shiftKey ? (anchor ?? at) : undefined);
    if (event.key === "Enter") {
      onAnchorChange(undefined);
      onSelect(Math.min(anchor ?? at, at), Math.max(anchor ?? at, at));
    }
    if (event.key === "Escape" && anchor !== undefined) {
      event.stopPropagation();
      onAnchorChange(undefined);
    }
  };
  return (
    <input
      type="range"
      min={0}
      max={Math.max(0, count - 1)}
      step={1}
      value={index ?? Math.max(0, count - 1)}
      aria-label={label}
      aria-valuetext={text}
      aria-description={selection && "Press Shift with the arrow keys to select a time range, and Enter to show it."}
      onKeyDown={handleKey}
      onChange={(event) => onIndexChange(Number(event.target.value))}
      onFocus={() => onIndexChange(index ?? count - 1)}
      onBlur={() => {
        onIndexChange(undefined);
        selection?.onAnchorChange(undefined);
      }}
      onPointerLeave={() => onIndexChange(undefined)}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        onIndexChange(Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * count))));
      }}
      className="absolute inset-0 m-0 h-full w-full cursor-crosshair opacity-0"
    />
  );
}
