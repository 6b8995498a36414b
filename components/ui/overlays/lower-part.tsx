"use client";

import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { type LazyLayer, showLoadError } from "./lazy-layer.tsx";

type LowerPartProps<Props> = {
  part: LazyLayer<Props>;
  props: Props;
  /** As large as the part, so that nothing moves. */
  placeholder: ReactNode;
};

/**
 * A part of a page that is usually below the window's edge. Its code is loaded when it comes into view, or while the
 * browser is idle, so that the page above it can be used earlier.
 */
export function LowerPart<Props extends object>({ part, props, placeholder }: LowerPartProps<Props>) {
  const box = useRef<HTMLDivElement>(null);
  const Part = useSyncExternalStore(
    part.subscribe,
    () => part.loaded,
    () => undefined,
  );
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) part.load().catch(showLoadError);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [part]);
  return Part ? <Part {...props} /> : <div ref={box}>{placeholder}</div>;
}
