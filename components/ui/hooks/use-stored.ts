"use client";

import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/**
 * A text stored in this browser, shared by all tabs; null if there is none. Writing may fail if the storage is full or
 * forbidden; `write` then returns false.
 */
export function useStored(key: string): [string | null, (text: string) => boolean] {
  const text = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key),
    () => null,
  );
  const write = useCallback((next: string) => writeStored(localStorage, key, next), [key]);
  return [text, write];
}

/** Writes to a storage; returns false if it is full or forbidden. */
export function writeStored(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
