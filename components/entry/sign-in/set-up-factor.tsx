"use client";

import { KeyRound } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { RecoveryCodes } from "#components/ui/recovery-codes.tsx";
import { call } from "#lib/api/client.ts";
import { createPasskey } from "#lib/api/create-passkey.ts";
import { canUsePasskeys } from "#lib/api/passkey.ts";
import { enableSecondFactor } from "#lib/contract/account.ts";
import { deviceOf } from "#lib/device-name.ts";
import { takeFocus } from "../notice.tsx";
import { Problem } from "../problem.tsx";
import { SubmitBar } from "../submit-bar.tsx";
import { useEntryForm } from "../use-entry-form.ts";
import { ConfirmApp } from "./confirm-app.tsx";

type SetUpFactorProps = {
  /** False for an account without a password, whose session is proof enough. */
  asksPassword: boolean;
  destination: () => string;
};

type AppSecrets = { totpUri: string; recoveryCodes: string[] };

/** Sets up an authenticator app with its recovery codes, or a passkey. */
export function SetUpFactor({ asksPassword, destination }: SetUpFactorProps) {
  const [secrets, setSecrets] = useState<AppSecrets>();
  const [isConfirmed, setConfirmed] = useState(false);
  const hasPasskeys = useSyncExternalStore(never, canUsePasskeys, () => false);
  if (secrets && isConfirmed) {
    return (
      <section className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <h2 ref={takeFocus} tabIndex={-1} className="font-medium text-base">
            Recovery codes
          </h2>
          <p className="text-sm">
            Each code signs you in once if you lose access to your app. The codes are shown only now.
          </p>
        </div>
        <RecoveryCodes codes={secrets.recoveryCodes} onDone={() => window.location.replace(destination())} />
      </section>
    );
  }
  if (secrets) return <ConfirmApp totpUri={secrets.totpUri} onConfirmed={() => setConfirmed(true)} />;
  return (
    <>
      <StartApp asksPassword={asksPassword} onStarted={setSecrets} />
      {hasPasskeys && <AddPasskey destination={destination} />}
    </>
  );
}

type StartAppProps = { asksPassword: boolean; onStarted: (secrets: AppSecrets) => void };

function StartApp({ asksPassword, onStarted }: StartAppProps) {
  const { submit, problem, waitSeconds } = useEntryForm(
    (proof: { password?: string }) => call(enableSecondFactor, { body: proof }),
    () => "",
    ({ totp_uri: totpUri, recovery_codes: recoveryCodes }) => {
      onStarted({ totpUri, recoveryCodes });
      return true;
    },
  );
  const form = useContractForm({
    endpoint: enableSecondFactor,
    defaultValues: { password: "" },
    bodyOf: ({ password }) => (asksPassword ? { password } : {}),
    send: submit,
  });
  return (
    <Form form={form} className="gap-5">
      {asksPassword && (
        <FormField form={form} name="password" label="Your password">
          {(field) => <PasswordInput {...field} autoComplete="current-password" autoFocus />}
        </FormField>
      )}
      <SubmitBar
        label="Set up authenticator app"
        pending={form.isPending}
        problem={problem}
        waitSeconds={waitSeconds}
      />
    </Form>
  );
}

function AddPasskey({ destination }: { destination: () => string }) {
  const { submit, problem, waitSeconds, leaving } = useEntryForm(
    () => createPasskey(deviceOf(navigator.userAgent)),
    destination,
  );
  return (
    <div className="flex flex-col gap-3">
      <Problem problem={problem} waiting={waitSeconds > 0} />
      <Button size="large" pending={leaving} disabled={waitSeconds > 0} onClick={() => void submit(undefined)}>
        <KeyRound aria-hidden />
        Add a passkey
      </Button>
    </div>
  );
}

const never = () => () => undefined;
