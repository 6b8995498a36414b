type Address = { path: string; search: string };

/** Searches that we have set but Next's router has not applied yet: its updates may be late, an input must not be. */
const pending: Address[] = [];
const listeners = new Set<() => void>();
let applied: string | undefined;

/** Adds a search that is visible at once, although the router does not know it yet. */
export function addPendingSearch(address: Address): void {
  pending.push(address);
  tell();
}

/** Returns the newest search that the router has not applied yet, if any. */
export const newestPendingSearch = (): Address | undefined => pending.at(-1);

/**
 * Forgets the searches that the router has applied; all of them once it shows another page. Components that mount while
 * a search is pending report the router's address again, which must not undo that search.
 */
export function applySearch({ path, search }: Address): void {
  const address = `${path}?${search}`;
  if (address === applied) return;
  applied = address;
  if (pending.length === 0) return;
  const at = pending.findIndex((one) => one.path === path && one.search === search);
  pending.splice(0, at < 0 ? pending.length : at + 1);
  tell();
}

/** Forgets all pending searches: with Back or Forward, the user leaves them. */
export function forgetPendingSearches(): void {
  pending.length = 0;
  tell();
}

export function subscribeToPending(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("popstate", forgetPendingSearches);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("popstate", forgetPendingSearches);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}
