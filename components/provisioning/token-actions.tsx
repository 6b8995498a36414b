"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { deleteScimToken, rotateScimToken, type ScimTokenRecord } from "#lib/contract/scim-tokens.ts";

type TokenActionsProps = { token: ScimTokenRecord; onSecret: (secret: string) => void };

/** Rotates or revokes a token, after a confirmation that names it. */
export function TokenActions({ token: { id, name }, onSecret }: TokenActionsProps) {
  const rotation = useMutation(mutation(rotateScimToken));
  const revocation = useMutation(mutation(deleteScimToken));
  const isPending = rotation.isPending || revocation.isPending;
  const fail = (error: ApiError) => toastFailed(`Could not change ${name}`, { description: error.message });
  const rotate = () =>
    void rotation.mutateAsync({ params: { id } }).then(({ token }) => {
      // The response contains the token, which must only exist in the dialog's state.
      rotation.reset();
      onSecret(token);
    }, fail);
  const revoke = () => void revocation.mutateAsync({ params: { id } }).then(() => toastDone(`${name} revoked`), fail);
  return (
    <>
      <ConfirmPopover
        trigger={
          <Button size="small" disabled={isPending} aria-label={`Rotate ${name}`}>
            Rotate
          </Button>
        }
        question={`Rotate ${name}?`}
        action="Rotate token"
        onConfirm={rotate}
      >
        The old token stops working immediately. Enter the new one in your directory.
      </ConfirmPopover>
      <ConfirmPopover
        trigger={
          <Button size="small" disabled={isPending} aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        }
        question={`Revoke ${name}?`}
        action="Revoke token"
        onConfirm={revoke}
      >
        The directory can no longer change members. Members and groups stay.
      </ConfirmPopover>
    </>
  );
}
