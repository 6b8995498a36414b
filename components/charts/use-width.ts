"use client";

import { useCallback, useState } from "react";

const BEFORE_MEASURE = 640;
const LEAST = 160;

/** Returns the width in CSS pixels of the element with `ref`; an estimate until it is measured. */
export function useWidth(): { ref: (element: HTMLElement | null) => (() => void) | undefined; width: number } {
  const [width, setWidth] = useState(BEFORE_MEASURE);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    // Measured before the first paint, so that nothing overflows its container, and again on every change.
    setWidth(Math.max(LEAST, element.clientWidth));
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(LEAST, entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
