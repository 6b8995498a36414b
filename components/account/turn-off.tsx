"use client";

import { useMutation } from "@tanstack/react-query";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { disableSecondFactor } from "#lib/contract/account.ts";
import { type FactorDialogProps, ProveForm } from "./prove-form.tsx";

/** Turns the second factor off. */
export function TurnOff({ open, asksPassword, onClose }: FactorDialogProps) {
  const disable = useMutation(mutation(disableSecondFactor));
  const leave = () => {
    onClose();
    disable.reset();
  };
  const prove = (body: { password?: string }) =>
    disable.mutate(
      { body },
      {
        onSuccess: () => {
          toastDone("The second factor is off");
          leave();
        },
      },
    );
  return (
    <Dialog
      open={open}
      onOpenChange={leave}
      title="Turn off the second factor"
      description="Your password alone signs you in from then on. The app's key and the recovery codes are forgotten."
    >
      <ProveForm
        asksPassword={asksPassword}
        action="Turn off"
        danger
        pending={disable.isPending}
        problem={disable.error}
        onProve={prove}
        onCancel={leave}
      />
    </Dialog>
  );
}
