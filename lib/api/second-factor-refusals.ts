type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls back whenever the gateway refuses a call because the session lacks its second factor; returns how to stop. */
export function onSecondFactorRefusal(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellSecondFactorRefusal(): void {
  for (const listener of listeners) listener();
}
