"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { RecoveryCodes } from "#components/ui/recovery-codes.tsx";
import { mutation } from "#lib/api/query.ts";
import { renewRecoveryCodes } from "#lib/contract/account.ts";
import { type FactorDialogProps, ProveForm } from "./prove-form.tsx";

/** New recovery codes, shown once; the old ones stop working. */
export function RenewCodes({ open, asksPassword, onClose }: FactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = useMutation(mutation(renewRecoveryCodes));
  const leave = () => {
    onClose();
    renew.reset();
    setCodes(undefined);
  };
  const prove = (body: { password?: string }) =>
    renew.mutate(
      { body },
      {
        onSuccess: ({ recovery_codes: made }) => {
          renew.reset();
          setCodes(made);
        },
      },
    );
  return (
    <Dialog
      open={open}
      onOpenChange={leave}
      locked={codes !== undefined}
      title={codes ? "Recovery codes" : "New recovery codes"}
      description={
        codes
          ? "Each one signs you in once. This is the only time that they are shown."
          : "The codes that you have now stop working."
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={leave} />
      ) : (
        <ProveForm
          asksPassword={asksPassword}
          action="Make new codes"
          pending={renew.isPending}
          problem={renew.error}
          onProve={prove}
          onCancel={leave}
        />
      )}
    </Dialog>
  );
}
