"use client";

import { useRef } from "react";

/**
 * Handlers of a layer that no button of its own opens, such as a panel that a row's link opens: when it closes, the
 * focus goes back to what had it before, unless the person has put it elsewhere.
 */
export function useReturnFocus() {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const isElsewhere = document.activeElement !== null && document.activeElement !== document.body;
      if (!isElsewhere && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
