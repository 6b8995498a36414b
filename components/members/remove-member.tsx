"use client";

import { useMutation } from "@tanstack/react-query";
import { Time } from "#components/ui/display/time.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { removeMember } from "#lib/contract/members.ts";
import type { Member } from "./member.ts";

type RemoveMemberProps = { record: Member; open: boolean; onClose: () => void };

/** Removes somebody from the organization; their requests and changes stay on record. */
export function RemoveMember({ record: member, open, onClose }: RemoveMemberProps) {
  const remove = useMutation(mutation(removeMember));
  const name = member.name || member.email;
  const confirm = async () => {
    await remove.mutateAsync({ params: { user_id: member.id } });
    toastDone(`${name} removed`);
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={`Remove ${name} from the organization`}
      action="Remove member"
      pending={remove.isPending}
      onConfirm={() => void confirm().catch(() => undefined)}
      problem={remove.error && `Could not remove the member: ${remove.error.message}`}
      facts={
        <>
          <p>They lose access to every workspace and are signed out immediately.</p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink [&_dt]:text-muted">
            <dt>Email</dt>
            <dd className="break-all">{member.email}</dd>
            <dt>Role</dt>
            <dd className="capitalize">{member.organization_role}</dd>
            <dt>Joined</dt>
            <dd>
              <Time value={member.created_at} format="date" />
            </dd>
          </dl>
          <p>Not possible while they have active keys. Their requests, costs and changes stay on record.</p>
        </>
      }
    />
  );
}
