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
  return (
    <Dialog
      open={open}
      onOpenChange={leave}
      title="Turn off the second factor"
      description="You will sign in with your password alone. The app key and the recovery codes are deleted."
    >
      <ProveForm
        asksPassword={asksPassword}
        action="Turn off"
        danger
        endpoint={disableSecondFactor}
        send={(body) => disable.mutateAsync({ body })}
        onSuccess={() => {
          toastDone("Second factor turned off");
          leave();
        }}
        onCancel={leave}
      />
    </Dialog>
  );
}
