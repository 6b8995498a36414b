type Listener = () => void;

let current: string | undefined;
const listeners = new Set<Listener>();

/** Returns the slug of this tab's workspace; undefined outside the console. */
export function currentWorkspace(): string | undefined {
  return current;
}

/** Sets the workspace of this tab's requests. */
export function setCurrentWorkspace(slug: string | undefined): void {
  if (slug === current) return;
  current = slug;
  for (const listener of listeners) listener();
}

/** Calls `listener` on each change. Returns a function that stops this. */
export function onWorkspaceChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
