"use client";

import { useSyncExternalStore } from "react";

const STORED_AS = "switchboard.panel-width";

/** The width of a panel that nobody has resized, and its smallest width, in CSS pixels. */
export const DEFAULT_WIDTH = 640;
export const MIN_WIDTH = 360;

/** What stays visible of the page behind. */
const PAGE_WIDTH = 240;

const listeners = new Set<() => void>();

/** The width of the panels at the right edge, in CSS pixels, remembered in this browser. */
export function usePanelWidth(): { width: number; maxWidth: number; setWidth: (width: number) => void } {
  const maxWidth = useSyncExternalStore(subscribe, widest, () => DEFAULT_WIDTH);
  const stored = useSyncExternalStore(subscribe, read, () => DEFAULT_WIDTH);
  return { width: Math.min(stored, maxWidth), maxWidth, setWidth: write };
}

function widest(): number {
  return Math.max(MIN_WIDTH, window.innerWidth - PAGE_WIDTH);
}

function read(): number {
  const stored = Number(window.localStorage.getItem(STORED_AS));
  return stored >= MIN_WIDTH ? stored : DEFAULT_WIDTH;
}

function write(width: number): void {
  const allowed = Math.round(Math.min(widest(), Math.max(MIN_WIDTH, width)));
  window.localStorage.setItem(STORED_AS, String(allowed));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("resize", listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("resize", listener);
    window.removeEventListener("storage", listener);
  };
}
