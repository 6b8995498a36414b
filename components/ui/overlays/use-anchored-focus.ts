"use client";

import { type RefObject, useCallback, useRef } from "react";
import { rememberPlaces, returnFocus } from "./focus-place.ts";

/**
 * Handlers of a layer opened by a button outside it: a press on the button is left to the button, and the focus returns
 * to it, or to the nearest element, unless the user has moved it.
 */
export function useAnchoredFocus(anchor: RefObject<HTMLElement | null>, onOpen?: (layer: HTMLElement) => void) {
  const layer = useRef<HTMLElement>(null);
  const leftByHand = useRef(false);
  const ref = useCallback(
    (mounted: HTMLElement | null) => {
      if (!mounted || mounted === layer.current) return;
      layer.current = mounted;
      rememberPlaces(mounted, anchor.current);
      onOpen?.(mounted);
    },
    [anchor, onOpen],
  );
  return {
    ref,
    onInteractOutside(event: Event) {
      if (anchor.current?.contains(event.target as Node)) event.preventDefault();
      else leftByHand.current = true;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (!leftByHand.current && layer.current) returnFocus(layer.current);
      leftByHand.current = false;
    },
  };
}
