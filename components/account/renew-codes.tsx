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
  return (
    <Dialog
      open={open}
      onOpenChange={leave}
      locked={codes !== undefined}
      title={codes ? "Recovery codes" : "New recovery codes"}
      description={
        codes ? "Each code signs you in once. The codes are shown only now." : "Your current codes stop working."
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={leave} />
      ) : (
        <ProveForm
          asksPassword={asksPassword}
          action="Create new codes"
          endpoint={renewRecoveryCodes}
          send={(body) => renew.mutateAsync({ body })}
          onSuccess={({ recovery_codes: made }) => {
            renew.reset();
            setCodes(made);
          }}
          onCancel={leave}
        />
      )}
    </Dialog>
  );
}
