"use client";

import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";

const OPEN_MS = 400;
/** After one tooltip was shown, the next one appears immediately. */
const WARM_MS = 300;
/** Time to move the pointer from the element onto its tooltip. */
const CLOSE_MS = 120;

let seenMs = Number.NEGATIVE_INFINITY;

/**
 * Shows a tooltip after the pointer has rested, or immediately on keyboard focus, until the pointer leaves, the element
 * is pressed, or Esc.
 */
export function useTooltip() {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = useCallback((run: () => void, waitMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, waitMs);
  }, []);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setAnchor(undefined);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!anchor) return;
    const stop = stopWhenHidden(close);
    return () => {
      seenMs = performance.now();
      stop();
    };
  }, [anchor, close]);
  const leave = () => later(close, CLOSE_MS);
  return {
    anchor,
    trigger: {
      onPointerEnter({ pointerType, currentTarget }: PointerEvent<HTMLElement>) {
        if (pointerType === "touch") return;
        later(() => setAnchor(currentTarget), performance.now() - seenMs < WARM_MS ? 0 : OPEN_MS);
      },
      onPointerLeave: leave,
      onPointerDown: close,
      onFocus({ currentTarget }: FocusEvent<HTMLElement>) {
        if (currentTarget.matches(":focus-visible")) setAnchor(currentTarget);
      },
      onBlur: close,
      onClick: close,
    },
    layer: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: leave },
  };
}

/** Esc closes only the tooltip. It also closes on scroll, because it would be in the wrong place. */
function stopWhenHidden(close: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("scroll", close, true);
  return () => {
    window.removeEventListener("keydown", onKey, true);
    window.removeEventListener("scroll", close, true);
  };
}
