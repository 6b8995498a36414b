"use client";

import { useRef } from "react";
import { rememberPlaces, returnFocus } from "./focus-place.ts";

/**
 * Handlers of a layer without its own button, such as a dialog opened by a menu item, a row or a command: when it
 * closes, the focus returns to where it was, or to the nearest element.
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
