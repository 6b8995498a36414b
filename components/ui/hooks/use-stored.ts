"use client";

import { useCallback, useSyncExternalStore } from "react";
import { announceStorageChange, subscribeToStorage } from "./storage-changes.ts";

/**
 * A text stored in this browser, shared by all tabs; null if there is none. Writing may fail if the storage is full or
 * forbidden; `write` then returns false.
 */
export function useStored(key: string): [string | null, (text: string) => boolean] {
  const text = useSyncExternalStore(
    subscribeToStorage,
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
  announceStorageChange();
  return true;
}
