"use client";

import { useRef, useState } from "react";

export type Layer = { kind: "settings" | "code"; paneId: string } | { kind: "history" | "compare" };

/** The layer over the page. Closing it gives the focus back to what opened it; to the pane's menu if that was an item of it. */
export function useLayer() {
  const [layer, setLayer] = useState<Layer>();
  const opener = useRef<Element>(null);
  const open = (next: Layer) => {
    opener.current = document.activeElement;
    setLayer(next);
  };
  const close = () => {
    const menu = layer && "paneId" in layer ? `#pane-${CSS.escape(layer.paneId)} [aria-haspopup=menu]` : undefined;
    setLayer(undefined);
    // After the layer is gone, or it would take the focus back.
    setTimeout(() => {
      const back = opener.current?.isConnected ? opener.current : menu && document.querySelector(menu);
      if (back instanceof HTMLElement) back.focus();
    });
  };
  return { layer, open, close };
}
