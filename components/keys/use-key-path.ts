"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import type { Key } from "./key-status.tsx";

/** Returns the path of a key's page, in the key's own workspace. */
export function useKeyPath(): (key: Pick<Key, "hash" | "workspace_id">) => string {
  const { workspaces, currentWorkspace } = useShell();
  return ({ hash, workspace_id: id }) => {
    const { slug } = workspaces.find((workspace) => workspace.id === id) ?? currentWorkspace;
    return `/w/${slug}/keys/${hash}`;
  };
}
