"use client";

import { Settings, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { usePageTitle } from "#components/ui/hooks/use-page-title.ts";
import { MenuItem, MenuLabel } from "#components/ui/overlays/menu.tsx";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { deleteWorkspace } from "#lib/contract/workspaces.ts";
import type { Workspace } from "./workspace.ts";
import { WORKSPACE_DIALOGS } from "./workspace-dialogs.ts";

/** The header of a workspace's page: its name and id, a link to open it, and actions. */
export function WorkspaceHeader({ workspace, parent }: { workspace: Workspace; parent: ReactNode }) {
  const { currentWorkspace } = useShell();
  const { remove } = useRecordDialogs(WORKSPACE_DIALOGS);
  const mayDelete = usePermission(deleteWorkspace);
  usePageTitle(workspace.name);
  return (
    <PageHeader
      parent={parent}
      title={workspace.name}
      id={<IdPill id={workspace.id} label="workspace ID" />}
      {...(workspace.is_default ? { status: <Badge>default</Badge> } : {})}
      {...(workspace.description ? { description: workspace.description } : {})}
      action={
        <Button asChild>
          <Link href={`/w/${workspace.slug}`}>
            {currentWorkspace.id === workspace.id ? "Open workspace" : "Switch to workspace"}
          </Link>
        </Button>
      }
      menu={
        <>
          <MenuItem asChild>
            <Link href={`/w/${workspace.slug}/settings`}>
              <Settings aria-hidden />
              Settings
            </Link>
          </MenuItem>
          {mayDelete && workspace.is_default && <MenuLabel>Default workspace, cannot be deleted</MenuLabel>}
          {mayDelete && (
            <MenuItem danger disabled={workspace.is_default} onSelect={() => remove(workspace)}>
              <Trash2 aria-hidden />
              Delete workspace
            </MenuItem>
          )}
        </>
      }
    />
  );
}
