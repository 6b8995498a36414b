"use client";

import { useRef } from "react";
import { rememberPlaces, returnFocus } from "./focus-place.ts";

/**
 * Handlers of a layer that no button of its own opens, such as a dialog that a menu's item, a row or a command opens:
 * when it closes, the focus goes back to what had it before, or to what is nearest to that.
 */
export function useReturnFocus() {
  const layer = useRef<Element>(null);
  return {
    onOpenAutoFocus(event: Event) {
      layer.current = event.currentTarget as Element;
      rememberPlaces(layer.current);
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (layer.current) returnFocus(layer.current);
    },
  };
}
