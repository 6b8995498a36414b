type Listener = () => void;

let current: string | undefined;
const listeners = new Set<Listener>();

/** Slug of the workspace that this tab works in; undefined outside the console. */
export function currentWorkspace(): string | undefined {
  return current;
}

/** Makes a workspace the one that calls are made for, in this tab. */
export function setCurrentWorkspace(slug: string | undefined): void {
  if (slug === current) return;
  current = slug;
  for (const listener of listeners) listener();
}

/** Tells `listener` of each change; returns the way to stop. */
export function onWorkspaceChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
