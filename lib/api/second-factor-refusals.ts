type Listener = () => void;

const listeners = new Set<Listener>();

/**
 * Calls the listener when the gateway rejects a request because the session lacks its second factor. Returns a function
 * that stops this.
 */
export function onSecondFactorRefusal(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function notifySecondFactorRefusal(): void {
  for (const listener of listeners) listener();
}
