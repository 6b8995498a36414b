"use client";

import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { dialogSet } from "#components/ui/overlays/record-dialogs.tsx";
import type { Workspace } from "./workspace.ts";

/** The dialogs of the workspaces. */
export const WORKSPACE_DIALOGS = dialogSet(
  {
    remove: lazyLayer(() => import("./delete-workspace.tsx").then(({ DeleteWorkspace }) => DeleteWorkspace)),
  },
  ({ id }: Workspace) => id,
);
