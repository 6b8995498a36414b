import type { Credential } from "../credential-status.tsx";

/** Provider keys that are tried one after another and can be reordered. */
export type Section = { id: string; isFallback: boolean; everyWorkspace: boolean; credentials: Credential[] };
export type ProviderGroup = { provider: string; sections: Section[] };

/**
 * Groups provider keys in the order they are tried: by provider, fallbacks last, and a workspace's own before the
 * organization's.
 */
export function groupsOf(credentials: readonly Credential[]): ProviderGroup[] {
  const byProvider = Map.groupBy(credentials, ({ provider }) => provider);
  return [...byProvider]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([provider, all]) => ({ provider, sections: sectionsOf(all) }));
}

function sectionsOf(all: readonly Credential[]): Section[] {
  return [false, true].flatMap((isFallback) =>
    [false, true].flatMap((everyWorkspace) => {
      const credentials = all
        .filter((one) => one.is_fallback === isFallback && (one.workspace_id === null) === everyWorkspace)
        .toSorted((a, b) => a.sort_order - b.sort_order || a.created_at.localeCompare(b.created_at));
      const id = `${isFallback ? "fallback" : "main"} ${everyWorkspace ? "all" : "own"}`;
      return credentials.length > 0 ? [{ id, isFallback, everyWorkspace, credentials }] : [];
    }),
  );
}

/** Returns a list's ids with one moved to another position. */
export function moveCredential(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
