"use client";

import { useStored } from "#components/ui/hooks/use-stored.ts";

function storageKeyOf(workspace: string): string {
  return `switchboard.playground.key.${workspace}`;
}

/** Returns the header that names the key chosen in a workspace (slug), by its hash; none for the console session. */
export function keyHeader(workspace: string): Record<string, string> {
  const hash = localStorage.getItem(storageKeyOf(workspace));
  return hash ? { "x-switchboard-key": hash } : {};
}

/** The hash of the key that the playground's requests use, remembered in this browser; empty: the console session. */
export function useStoredKey(workspace: string): [hash: string, choose: (hash: string) => void] {
  const [hash, write] = useStored(storageKeyOf(workspace));
  return [hash ?? "", (next) => void write(next)];
}
