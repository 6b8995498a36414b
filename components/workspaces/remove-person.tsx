"use client";

import { useMutation } from "@tanstack/react-query";
import { UserMinus } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { removeWorkspaceMembers } from "#lib/contract/workspace-members.ts";
import type { Workspace } from "./workspace.ts";
import type { WorkspacePerson } from "./workspace-person.ts";

type RemovePersonProps = { workspace: Workspace; person: WorkspacePerson };

/** Removes somebody from a workspace, after a confirmation that names both. */
export function RemovePerson({ workspace, person }: RemovePersonProps) {
  const { mutateAsync, isPending } = useMutation(mutation(removeWorkspaceMembers));
  const name = person.name || person.email;
  const remove = () =>
    void mutateAsync({ params: { ref: workspace.id }, body: { user_ids: [person.user_id] } }).then(
      () => toastDone(`${name} removed from ${workspace.name}`),
      (error: ApiError) => toastFailed(`Could not remove ${name}`, { description: error.message }),
    );
  return (
    <ConfirmPopover
      trigger={
        <IconButton label={`Remove ${name}`} size="small" disabled={isPending} className="ml-auto flex">
          <UserMinus aria-hidden />
        </IconButton>
      }
      question={`Remove ${name} from ${workspace.name}?`}
      action="Remove member"
      onConfirm={remove}
    >
      {person.role === "member"
        ? "They lose access to this workspace but stay in the organization."
        : `As an organization ${person.role}, they still have access.`}
    </ConfirmPopover>
  );
}
