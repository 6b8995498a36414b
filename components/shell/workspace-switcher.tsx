"use client";

import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { ButtonWithLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { popoverLayer } from "#components/ui/overlays/popover-box.tsx";
import { useShell } from "./shell-context.tsx";
import { WorkspaceDot } from "./workspace-dot.tsx";

const layer = lazyLayer(() => import("./workspace-list.tsx").then(({ WorkspaceList }) => WorkspaceList), popoverLayer);

/** The current workspace; opens a list with search, arrow keys, and 1 to 9 for the first nine. */
export function WorkspaceSwitcher() {
  const [open, setOpen] = useState(false);
  const { currentWorkspace } = useShell();
  return (
    <ButtonWithLayer
      kind="dialog"
      open={open}
      onOpenChange={setOpen}
      layer={layer}
      layerProps={{ onDone: () => setOpen(false) }}
      trigger={
        <button
          type="button"
          aria-label={`Workspace: ${currentWorkspace.name}. Switch`}
          className="flex h-8 min-w-0 items-center gap-2 rounded-md px-2 font-medium text-sm hover:bg-well pointer-coarse:h-11"
        >
          <WorkspaceDot id={currentWorkspace.id} />
          <span className="max-w-48 truncate">{currentWorkspace.name}</span>
          <ChevronsUpDown className="size-3.5 shrink-0 text-muted" aria-hidden />
        </button>
      }
    />
  );
}
