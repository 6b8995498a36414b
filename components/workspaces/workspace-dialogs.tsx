"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import type { Workspace } from "./workspace.ts";

const deletion = lazyLayer(() => import("./delete-workspace.tsx").then((file) => file.DeleteWorkspace));

type Dialogs = { remove: (workspace: Workspace) => void };
const DialogsContext = createContext<Dialogs | undefined>(undefined);

/** The dialogs of the workspaces below; rendered above the list, because deleting a workspace removes its row. */
export function WorkspaceDialogs({ onDeleted, children }: { onDeleted?: () => void; children: ReactNode }) {
  const [workspace, setWorkspace] = useState<Workspace>();
  const [open, setOpen] = useState(false);
  const dialogs = useMemo(() => {
    const remove = (chosen: Workspace) => {
      setWorkspace(chosen);
      setOpen(true);
    };
    return { remove };
  }, []);
  const close = () => setOpen(false);
  return (
    <DialogsContext value={dialogs}>
      {children}
      {workspace && (
        <LazyContent
          key={workspace.id}
          layer={deletion}
          props={{ workspace, open, onClose: close, ...(onDeleted ? { onDeleted } : {}) }}
        />
      )}
    </DialogsContext>
  );
}

/** Opens the dialogs of a workspace; for use inside WorkspaceDialogs. */
export function useWorkspaceDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error("useWorkspaceDialogs must be used inside WorkspaceDialogs");
  return dialogs;
}
