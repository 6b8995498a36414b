"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { RecordDialogs, useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { query } from "#lib/api/query.ts";
import { deleteWorkspace, getWorkspace } from "#lib/contract/workspaces.ts";
import type { Workspace } from "./workspace.ts";
import { WORKSPACE_DIALOGS } from "./workspace-dialogs.ts";

/** Deletes the open workspace. */
export function DangerZone() {
  const { id } = useShell().currentWorkspace;
  const router = useRouter();
  const { data } = useQuery(query(getWorkspace, { params: { ref: id }, workspace: id }));
  if (!data) return null;
  return (
    <RecordDialogs dialogs={WORKSPACE_DIALOGS} onDeleted={() => router.push("/org/workspaces")}>
      <DeletePanel workspace={data.data} />
    </RecordDialogs>
  );
}

function DeletePanel({ workspace }: { workspace: Workspace }) {
  const mayDelete = usePermission(deleteWorkspace);
  const { remove } = useRecordDialogs(WORKSPACE_DIALOGS);
  const reason = reasonOf(workspace, mayDelete);
  return (
    <Panel title="Danger zone">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium text-sm">Delete this workspace</p>
          <p className="text-muted text-sm">
            {reason ?? "Deletes its keys, guardrails, provider keys and files. Its costs stay on record."}
          </p>
        </div>
        <Button variant="dangerOutline" disabled={reason !== undefined} onClick={() => remove(workspace)}>
          Delete workspace
        </Button>
      </div>
    </Panel>
  );
}

function reasonOf(workspace: Workspace, mayDelete: boolean): string | undefined {
  if (!mayDelete) return "Only owners and admins can delete workspaces.";
  if (workspace.is_default) return "The default workspace cannot be deleted, because every member belongs to it.";
  return undefined;
}
