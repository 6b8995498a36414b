"use client";

import { useCallback, useSyncExternalStore } from "react";
import { announceStorageChange, subscribeToStorage } from "./storage-changes.ts";

/** Settings of this browser, each with its default first. */
const CHOICES = {
  density: ["default", "compact", "comfortable"],
  zone: ["local", "utc"],
  shortcuts: ["on", "off"],
  live: ["on", "off"],
} as const;

type Name = keyof typeof CHOICES;
type Choice<Key extends Name> = (typeof CHOICES)[Key][number];

const PREFIX = "switchboard.";

/** Runs before the first paint, so that rows do not change height afterwards. */
export const restorePreferences = `try{document.documentElement.dataset.density=localStorage.getItem("${PREFIX}density")||"default"}catch{}`;

/** A preference stored in this browser, shared by all components and tabs; the server renders the default. */
export function usePreference<Key extends Name>(name: Key): [Choice<Key>, (choice: Choice<Key>) => void] {
  const value = useSyncExternalStore(
    subscribeToStorage,
    () => read(name),
    () => CHOICES[name][0],
  );
  const set = useCallback((choice: Choice<Key>) => write(name, choice), [name]);
  return [value, set];
}

function read<Key extends Name>(name: Key): Choice<Key> {
  const stored = window.localStorage.getItem(PREFIX + name);
  const choices: readonly string[] = CHOICES[name];
  return (stored && choices.includes(stored) ? stored : choices[0]) as Choice<Key>;
}

function write<Key extends Name>(name: Key, choice: Choice<Key>): void {
  window.localStorage.setItem(PREFIX + name, choice);
  if (name === "density") document.documentElement.dataset.density = choice;
  announceStorageChange();
}
