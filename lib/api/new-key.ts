import { currentWorkspace } from "./workspace.ts";

/** A key whose secret this tab has received, and whether samples may show it. */
type NewKey = { secret: string; workspace: string | undefined; isShown: boolean };

let newKey: NewKey | undefined;
const listeners = new Set<() => void>();

/**
 * Remembers the secret of a key that was just created, so that samples can be filled in with it. Only this tab's memory
 * has it, until the page is reloaded or left.
 */
export function rememberNewKey(secret: string): void {
  set({ secret, workspace: currentWorkspace(), isShown: false });
}

/** Returns the newest key created in this tab for the current workspace. */
export function currentNewKey(): NewKey | undefined {
  return newKey?.workspace === currentWorkspace() ? newKey : undefined;
}

/** Shows the new key in samples, or hides it again. */
export function showNewKey(isShown: boolean): void {
  if (newKey) set({ ...newKey, isShown });
}

/** Calls `listener` on each change. Returns a function that stops this. */
export function onNewKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: NewKey): void {
  newKey = next;
  for (const listener of listeners) listener();
}
