const listeners = new Set<() => void>();

/** Calls `listener` when this browser's storage changes, in this tab or in another. Returns how to stop. */
export function subscribeToStorage(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Announces a change to this tab; the browser announces it only to the others. */
export function announceStorageChange(): void {
  for (const listener of listeners) listener();
}
