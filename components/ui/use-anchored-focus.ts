"use client";

import { type RefObject, useRef } from "react";

/**
 * Handlers of a layer that was opened by a button outside of it: a press on the button is the button's affair, and
 * the focus goes back to it unless the person has put it elsewhere.
 */
export function useAnchoredFocus(anchor: RefObject<HTMLElement | null>) {
  const leftByHand = useRef(false);
  return {
    onInteractOutside(event: Event) {
      if (anchor.current?.contains(event.target as Node)) event.preventDefault();
      else leftByHand.current = true;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (!leftByHand.current) anchor.current?.focus({ preventScroll: true });
      leftByHand.current = false;
    },
  };
}
