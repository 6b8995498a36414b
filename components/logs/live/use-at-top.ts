"use client";

import { useCallback, useState } from "react";

/** Returns whether an element is visible or below the visible part of the page, and a ref for it. */
export function useAtTop(): [boolean, (element: Element | null) => (() => void) | undefined] {
  const [atTop, setAtTop] = useState(true);
  const mark = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry && setAtTop(entry.isIntersecting), {
      // Everything below the top bar (48 px).
      rootMargin: "-48px 0px 1000000px 0px",
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setAtTop(true);
    };
  }, []);
  return [atTop, mark];
}
