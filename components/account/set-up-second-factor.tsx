"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { RecoveryCodes } from "#components/ui/recovery-codes.tsx";
import { mutation } from "#lib/api/query.ts";
import { enableSecondFactor } from "#lib/contract/account.ts";
import { ConfirmCode } from "./confirm-code.tsx";
import { type FactorDialogProps, ProveForm } from "./prove-form.tsx";

type Step =
  | { name: "prove" }
  | { name: "scan"; totpUri: string; recoveryCodes: string[] }
  | { name: "codes"; recoveryCodes: string[] };

const DESCRIPTIONS = {
  prove: "Works with any authenticator app.",
  scan: "Scan the QR code with your app, or enter the key.",
  codes: "Each code signs you in once if you lose access to your app. The codes are shown only now.",
};

/** Sets up an authenticator app: password, QR code and first code, then the recovery codes, once. */
export function SetUpSecondFactor({ open, asksPassword, onClose }: FactorDialogProps) {
  const [step, setStep] = useState<Step>({ name: "prove" });
  const enable = useMutation(mutation(enableSecondFactor));
  const leave = () => {
    onClose();
    enable.reset();
    setStep({ name: "prove" });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={leave}
      locked={step.name === "codes"}
      title={step.name === "codes" ? "Recovery codes" : "Set up authenticator app"}
      description={DESCRIPTIONS[step.name]}
    >
      {step.name === "prove" && (
        <ProveForm
          asksPassword={asksPassword}
          action="Continue"
          endpoint={enableSecondFactor}
          send={(body) => enable.mutateAsync({ body })}
          onSuccess={({ totp_uri: totpUri, recovery_codes: recoveryCodes }) => {
            // The response contains secrets, which must only exist in the dialog's state.
            enable.reset();
            setStep({ name: "scan", totpUri, recoveryCodes });
          }}
          onCancel={leave}
        />
      )}
      {step.name === "scan" && (
        <ConfirmCode
          totpUri={step.totpUri}
          onConfirmed={() => setStep({ name: "codes", recoveryCodes: step.recoveryCodes })}
          onCancel={leave}
        />
      )}
      {step.name === "codes" && <RecoveryCodes codes={step.recoveryCodes} onDone={leave} />}
    </Dialog>
  );
}
