"use client";

import { useRef, useState } from "react";

/** A layer by what it is, and the pane it is about where there are several. */
type Layer = { kind: string; paneId?: string };

/** The layer over the page. Closing it gives the focus back to what opened it; to the pane's menu if that was an item of it. */
export function useLayer<L extends Layer>() {
  const [layer, setLayer] = useState<L>();
  const opener = useRef<Element>(null);
  const open = (next: L) => {
    opener.current = document.activeElement;
    setLayer(next);
  };
  const close = () => {
    const menu = layer?.paneId !== undefined ? `#pane-${CSS.escape(layer.paneId)} [aria-haspopup=menu]` : undefined;
    setLayer(undefined);
    // After the layer is gone, or it would take the focus back.
    setTimeout(() => {
      const back = opener.current?.isConnected ? opener.current : menu && document.querySelector(menu);
      if (back instanceof HTMLElement) back.focus();
    });
  };
  return { layer, open, close };
}
