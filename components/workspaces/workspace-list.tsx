"use client";

import { useCallback } from "react";
import { CreateButton } from "#components/shell/commands/create-button.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { RoleNote } from "#components/ui/feedback/role-note.tsx";
import { parseAsBoolean, parseAsInteger } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState, useQueryStates } from "#components/ui/hooks/query-state.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { RecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { createWorkspace } from "#lib/contract/workspaces.ts";
import { WorkspaceBrowser } from "./workspace-browser.tsx";
import { WORKSPACE_DIALOGS } from "./workspace-dialogs.ts";

const creation = lazyLayer(() => import("./create-workspace.tsx").then((file) => file.CreateWorkspace));

const PAGE = { offset: parseAsInteger.withDefault(0), limit: parseAsInteger.withDefault(50) };

/** The workspaces page: the organization's workspaces, each with its own keys, budgets and settings. */
export function WorkspaceList() {
  const mayCreate = usePermission(createWorkspace);
  const [page, setPage] = useQueryStates(PAGE, { history: "push" });
  const [creating, setCreating] = useQueryState("create", parseAsBoolean.withDefault(false));
  const open = useCallback(() => void setCreating(true), [setCreating]);
  return (
    <RecordDialogs dialogs={WORKSPACE_DIALOGS}>
      <PageHeader
        title="Workspaces"
        description="Each has its own members, keys, guardrails, provider keys and budgets."
        action={mayCreate && <CreateButton onClick={open}>Create workspace</CreateButton>}
      />
      <div className="flex flex-col gap-3">
        {!mayCreate && (
          <RoleNote>
            You see the workspaces you belong to. Only owners and admins can create, change and delete workspaces.
          </RoleNote>
        )}
        <WorkspaceBrowser page={page} onPage={(next) => void setPage(next)} />
      </div>
      <LazyContent layer={creation} props={{ open: creating && mayCreate, onClose: () => void setCreating(null) }} />
    </RecordDialogs>
  );
}
