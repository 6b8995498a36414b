"use client";

import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";

export const TOP_BAR_SLOT = "top-bar-slot";

/** Puts a page's own controls (time range, zone) into the top bar. */
export function TopBarSlot({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById(TOP_BAR_SLOT)), []);
  return slot && createPortal(children, slot);
}
