"use client";

import { useEffect, useMemo } from "react";
import { usePreference } from "#components/ui/hooks/preference.ts";
import { createRegistry } from "./registry.ts";

/** Keys pressed one after the other, separated by spaces: "/", "j", "g l". Letters are lower case. */
export type Shortcut = { keys: string; label: string; group: "Everywhere" | "This page"; run: () => void };

const SEQUENCE_MS = 1000;
const registry = createRegistry<Shortcut>();

/** Adds a page's shortcuts while it is mounted. Memoize the list. They never fire while typing or in a modal layer. */
export const useShortcuts = registry.useItems;

/** On this page, C calls `open`, which shows the form for a new record. Memoize it; undefined: C does nothing. */
export function useCreateShortcut(label: string, open: (() => void) | undefined): void {
  useShortcuts(useMemo(() => (open ? [{ keys: "c", label, group: "This page", run: open }] : []), [label, open]));
}

/** Every shortcut of the mounted components, for the list under `?`. */
export const useAllShortcuts = registry.useAll;

/** Listens for all registered shortcuts; mounted once, in the shell. Does nothing if the user turned them off. */
export function useShortcutListener(): void {
  const [enabled] = usePreference("shortcuts");
  useEffect(() => {
    if (enabled === "off") return;
    let pressed: { key: string; atMs: number } | undefined;
    const listen = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const previous = pressed && event.timeStamp - pressed.atMs < SEQUENCE_MS ? pressed.key : undefined;
      const match = find(previous ? `${previous} ${key}` : key) ?? (previous ? find(key) : undefined);
      pressed = match ? undefined : { key, atMs: event.timeStamp };
      if (!match) return;
      event.preventDefault();
      match.run();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [enabled]);
}

/** The page's own shortcut takes precedence over a global one. */
function find(keys: string): Shortcut | undefined {
  return registry.current().findLast((shortcut) => shortcut.keys === keys);
}

/** Inputs that accept letters, unlike checkboxes and sliders. */
const TEXT_INPUT = "input:not([type=checkbox], [type=radio], [type=range])";

function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return true;
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  if (!target) return false;
  return (
    target.isContentEditable ||
    target.closest(`${TEXT_INPUT}, textarea, select, [role=menu], [role=listbox], [role=combobox], [data-modal]`) !==
      null
  );
}
