"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { revokeInvitation } from "#lib/contract/invitations.ts";
import type { Invitation } from "./invitation.ts";

/** Revokes an invitation after a confirmation that names its recipient. */
export function RevokeInvitation({ invitation }: { invitation: Invitation }) {
  const { mutateAsync, isPending } = useMutation(mutation(revokeInvitation));
  const { id, email } = invitation;
  const revoke = () =>
    void mutateAsync({ params: { id } }).then(
      () => toastDone(`Invitation for ${email} revoked`),
      (error: ApiError) => toastFailed(`Could not revoke the invitation for ${email}`, { description: error.message }),
    );
  return (
    <ConfirmPopover
      trigger={
        <Button size="small" disabled={isPending} aria-label={`Revoke the invitation for ${email}`}>
          Revoke
        </Button>
      }
      question={`Revoke the invitation for ${email}?`}
      action="Revoke invitation"
      onConfirm={revoke}
    >
      Its link stops working immediately. You can invite them again.
    </ConfirmPopover>
  );
}
