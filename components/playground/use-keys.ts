"use client";

import { useEffect, useMemo, useRef } from "react";
import { type Shortcut, useShortcuts } from "#components/shell/shortcuts.ts";

type Keys = { stop: () => void; duplicate: () => void; code: () => void };

/** ⌘. stops, ⌘D duplicates the pane, ⌘/ shows the code. They carry a modifier, so that they work while typing. */
export function usePlaygroundKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const runs = useMemo(
    () =>
      new Map([
        [".", () => latest.current.stop()],
        ["d", () => latest.current.duplicate()],
        ["/", () => latest.current.code()],
      ]),
    [],
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      const run = runs.get(event.key.toLowerCase());
      if (!run || document.querySelector("[data-modal]")) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [runs]);
  useShortcuts(useMemo(() => listed(runs), [runs]));
}

/** For the list under `?`; the shell's own listener never sees keys with a modifier. */
function listed(runs: ReadonlyMap<string, () => void>): readonly Shortcut[] {
  const line = (keys: string, label: string, run: () => void = () => {}) => ({
    keys,
    label,
    group: "This page" as const,
    run,
  });
  return [
    line("⌘ ↵", "Send the prompt"),
    line("⌘ .", "Stop the answers", runs.get(".")),
    line("⌘ D", "Duplicate the pane", runs.get("d")),
    line("⌘ /", "View code", runs.get("/")),
  ];
}
