"use client";

import { useEffect, useMemo, useRef } from "react";
import { type Shortcut, useShortcuts } from "#components/shell/commands/shortcuts.ts";

/** A key pressed together with ⌘ or Ctrl. Without `run` it is only listed, and handled elsewhere. */
export type PageKey = { key: string; label: string; run?: () => void };

/**
 * Registers the page's keys with a modifier, which work while typing and are listed under `?`. The list may change with
 * each render.
 */
export function usePageKeys(keys: readonly PageKey[]): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      const run = latest.current.find(({ key }) => key === event.key.toLowerCase())?.run;
      if (!run || document.querySelector("[data-modal]")) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  const shown = JSON.stringify(keys);
  useShortcuts(useMemo(() => shortcutsOf(JSON.parse(shown)), [shown]));
}

/** For the list under `?`; the shell's own listener ignores keys with a modifier. */
function shortcutsOf(keys: readonly PageKey[]): readonly Shortcut[] {
  return keys.map(({ key, label }) => ({
    keys: `⌘ ${key === "enter" ? "↵" : key.toUpperCase()}`,
    label,
    group: "This page",
    run: () => {},
  }));
}
