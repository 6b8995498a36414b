"use client";

import { useEffect, useSyncExternalStore } from "react";
import { readPreference, usePreference } from "./preference.ts";
import { subscribeToStorage } from "./storage-changes.ts";

const DARK = "(prefers-color-scheme: dark)";

/** Returns the chosen theme, the one that is shown, and a function that chooses another. */
export function useTheme() {
  const [theme, setTheme] = usePreference("theme");
  const resolvedTheme = useSyncExternalStore(subscribeToTheme, shownTheme, () => "light" as const);
  return { theme, resolvedTheme, setTheme };
}

/** Shows another theme once it is chosen, here or in another tab, or the system's changes; rendered in the providers. */
export function ThemeChange() {
  useEffect(() => subscribeToTheme(showTheme), []);
  return null;
}

function shownTheme(): "light" | "dark" {
  const theme = readPreference("theme");
  if (theme !== "system") return theme;
  return window.matchMedia(DARK).matches ? "dark" : "light";
}

function showTheme(): void {
  const { dataset } = document.documentElement;
  const theme = shownTheme();
  if (dataset.theme === theme) return;
  // Otherwise each color would change at the pace of its element's transition.
  dataset.switching = "";
  dataset.theme = theme;
  setTimeout(() => delete dataset.switching, 1);
}

function subscribeToTheme(listener: () => void): () => void {
  const system = window.matchMedia(DARK);
  system.addEventListener("change", listener);
  const stop = subscribeToStorage(listener);
  return () => {
    system.removeEventListener("change", listener);
    stop();
  };
}
