"use client";

import { useEffect, useSyncExternalStore } from "react";

/** Creates a shared list of items that components add while they are mounted. */
export function createRegistry<Item>() {
  const sets = new Set<readonly Item[]>();
  const listeners = new Set<() => void>();
  let all: readonly Item[] = [];
  const none: readonly Item[] = [];

  const update = () => {
    all = [...sets].flat();
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };

  const add = (items: readonly Item[]) => {
    sets.add(items);
    update();
    return () => {
      sets.delete(items);
      update();
    };
  };

  return {
    current: () => all,
    useAll: () =>
      useSyncExternalStore(
        subscribe,
        () => all,
        () => none,
      ),
    /** Keeps `items` in the list while the caller is mounted. */
    useItems: (items: readonly Item[]) => useEffect(() => add(items), [items]),
  };
}
