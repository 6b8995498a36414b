"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "#components/ui/display/button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation, query } from "#lib/api/query.ts";
import { queryAll } from "#lib/api/query-all.ts";
import { listKeys } from "#lib/contract/keys.ts";
import { getSession } from "#lib/contract/session.ts";
import { deleteWorkspace } from "#lib/contract/workspaces.ts";
import { formatCount } from "#lib/format.ts";
import { DeleteFacts } from "./delete-facts.tsx";
import type { Workspace } from "./workspace.ts";

type DeleteWorkspaceProps = { record: Workspace; open: boolean; onClose: () => void; onDeleted?: () => void };

/**
 * Deletes a workspace after showing what is deleted with it and asking for its name; not possible while it has active
 * keys.
 */
export function DeleteWorkspace({ record: workspace, open, onClose, onDeleted }: DeleteWorkspaceProps) {
  const remove = useMutation(mutation(deleteWorkspace));
  const client = useQueryClient();
  const active = useActiveKeys(workspace, open);
  const confirm = async () => {
    await remove.mutateAsync({ params: { ref: workspace.id } });
    onClose();
    onDeleted?.();
    // Immediately, so that no request names the deleted workspace.
    client.setQueryData(query(getSession).queryKey, (session) => session && without(session, workspace));
    toastDone(`${workspace.name} deleted`, { description: "Its changes stay in the audit log." });
    await client.invalidateQueries({ queryKey: [getSession.resource] });
  };
  if (active) return <StillInUse record={workspace} active={active} open={open} onClose={onClose} />;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={`Delete workspace ${workspace.name}`}
      name={workspace.name}
      action="Delete workspace"
      pending={remove.isPending || active === undefined}
      onConfirm={() => void confirm().catch(() => undefined)}
      problem={remove.error && `Could not delete the workspace: ${remove.error.message}`}
      facts={<DeleteFacts workspace={workspace} />}
    />
  );
}

type Listed = { workspaces: { id: string }[] };

function without<Session extends Listed>(session: Session, { id }: Workspace): Session {
  return { ...session, workspaces: session.workspaces.filter((workspace) => workspace.id !== id) };
}

/** Returns the number of active keys; undefined while it loads. */
function useActiveKeys({ id }: Workspace, open: boolean): number | undefined {
  const { data, error } = useQuery({ ...queryAll(listKeys, { query: { workspace_id: id } }), enabled: open });
  // The gateway counts again before it deletes.
  if (error) return 0;
  const nowMs = Date.now();
  return data?.data.filter((key) => !key.disabled && (!key.expires_at || Date.parse(key.expires_at) > nowMs)).length;
}

type StillInUseProps = DeleteWorkspaceProps & { active: number };

function StillInUse({ record: workspace, active, open, onClose }: StillInUseProps) {
  const keys = active === 1 ? "1 active key" : `${formatCount(active)} active keys`;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`${workspace.name} cannot be deleted yet`}
      description={`It has ${keys}. Disable or delete ${active === 1 ? "it" : "them"} first, so that no application stops unexpectedly.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button asChild variant="filled">
            <Link href={`/w/${workspace.slug}/keys?status=active`}>See the keys</Link>
          </Button>
        </>
      }
    />
  );
}
