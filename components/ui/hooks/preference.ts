"use client";

import { useCallback, useSyncExternalStore } from "react";
import { announceStorageChange, subscribeToStorage } from "./storage-changes.ts";

/** Settings of this browser, each with its default first. */
const CHOICES = {
  theme: ["system", "light", "dark"],
  density: ["default", "compact", "comfortable"],
  zone: ["local", "utc"],
  shortcuts: ["on", "off"],
  live: ["on", "off"],
} as const;

type Name = keyof typeof CHOICES;
type Choice<Key extends Name> = (typeof CHOICES)[Key][number];

const PREFIX = "switchboard.";

/** Runs before the first paint, so that colors and the height of rows do not change afterwards. */
export const restorePreferences = `{const data=document.documentElement.dataset,read=name=>{try{return localStorage.getItem("${PREFIX}"+name)}catch{}},theme=read("theme");data.density=read("density")||"default";data.theme=/^(light|dark)$/.test(theme)?theme:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"}`;

/** A preference stored in this browser, shared by all components and tabs; the server renders the default. */
export function usePreference<Key extends Name>(name: Key): [Choice<Key>, (choice: Choice<Key>) => void] {
  const value = useSyncExternalStore(
    subscribeToStorage,
    () => readPreference(name),
    () => CHOICES[name][0],
  );
  const set = useCallback((choice: Choice<Key>) => write(name, choice), [name]);
  return [value, set];
}

/** Returns the stored preference, in the browser. */
export function readPreference<Key extends Name>(name: Key): Choice<Key> {
  const stored = window.localStorage.getItem(PREFIX + name);
  const choices: readonly string[] = CHOICES[name];
  return (stored && choices.includes(stored) ? stored : choices[0]) as Choice<Key>;
}

function write<Key extends Name>(name: Key, choice: Choice<Key>): void {
  window.localStorage.setItem(PREFIX + name, choice);
  if (name === "density") document.documentElement.dataset.density = choice;
  announceStorageChange();
}
