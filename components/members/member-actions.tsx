"use client";

import { Ellipsis, KeyRound, UserCog, UserMinus } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { useRole } from "#components/shell/use-permission.ts";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "#components/ui/overlays/menu.tsx";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { reachOf } from "#lib/roles.ts";
import type { Member } from "./member.ts";
import { MEMBER_DIALOGS } from "./member-dialogs.ts";

type MemberActionsProps = { member: Member; isLastOwner: boolean };

/** Actions for one member, in their row; unavailable ones are shown with a reason. */
export function MemberActions({ member, isLastOwner }: MemberActionsProps) {
  const { changeRole, resetLink, remove } = useRecordDialogs(MEMBER_DIALOGS);
  const changesOwners = reachOf(useRole(), "owners") !== "none";
  const isMe = useShell().user.email === member.email;
  const isForeign = member.organization_role === "owner" && !changesOwners;
  const reason = reasonOf(member, isLastOwner, changesOwners);
  return (
    <Menu
      trigger={
        <IconButton
          id={`actions-${member.id}`}
          label={`Actions for ${member.name || member.email}`}
          tooltip={false}
          size="small"
          className="ml-auto flex"
        >
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {reason && <MenuLabel>{reason}</MenuLabel>}
      <MenuItem disabled={reason !== undefined} onSelect={() => changeRole(member)}>
        <UserCog aria-hidden />
        Change role
      </MenuItem>
      {!isMe && (
        <MenuItem disabled={isForeign} onSelect={() => resetLink(member)}>
          <KeyRound aria-hidden />
          Create reset link
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem danger disabled={reason !== undefined} onSelect={() => remove(member)}>
        <UserMinus aria-hidden />
        Remove from organization
      </MenuItem>
    </Menu>
  );
}

function reasonOf(member: Member, isLastOwner: boolean, changesOwners: boolean): string | undefined {
  if (isLastOwner) return "The last owner cannot be removed. Add another owner first.";
  if (member.organization_role === "owner" && !changesOwners) return "Only owners can change or remove owners";
  return undefined;
}
