"use client";

import { Ellipsis, Settings, Trash2, Users } from "lucide-react";
import { usePermission } from "#components/shell/use-permission.ts";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "#components/ui/overlays/menu.tsx";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { listWorkspaceMembers } from "#lib/contract/workspace-members.ts";
import { deleteWorkspace } from "#lib/contract/workspaces.ts";
import type { Workspace } from "./workspace.ts";
import { WORKSPACE_DIALOGS } from "./workspace-dialogs.ts";

/** Actions for one workspace, in its row. */
export function WorkspaceActions({ workspace }: { workspace: Workspace }) {
  const mayDelete = usePermission(deleteWorkspace);
  const seesMembers = usePermission(listWorkspaceMembers);
  const { remove } = useRecordDialogs(WORKSPACE_DIALOGS);
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${workspace.name}`} tooltip={false} size="small">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {seesMembers && (
        <MenuItem asChild>
          <Link href={`/org/workspaces/${workspace.slug}`}>
            <Users aria-hidden />
            Members
          </Link>
        </MenuItem>
      )}
      <MenuItem asChild>
        <Link href={`/w/${workspace.slug}/settings`}>
          <Settings aria-hidden />
          Settings
        </Link>
      </MenuItem>
      {mayDelete && (
        <>
          <MenuSeparator />
          {workspace.is_default && <MenuLabel>Default workspace, cannot be deleted</MenuLabel>}
          <MenuItem danger disabled={workspace.is_default} onSelect={() => remove(workspace)}>
            <Trash2 aria-hidden />
            Delete workspace
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
