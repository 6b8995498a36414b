"use client";

import { AuthenticatorSecret } from "#components/ui/display/authenticator-secret.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { call } from "#lib/api/client.ts";
import { confirmSecondFactor } from "#lib/contract/account.ts";
import { SubmitBar } from "../submit-bar.tsx";
import { useEntryForm } from "../use-entry-form.ts";

/** The key for the app, and a field for the app's first code. */
export function ConfirmApp({ totpUri, onConfirmed }: { totpUri: string; onConfirmed: () => void }) {
  const { submit, problem, waitSeconds } = useEntryForm(
    (body: { code: string }) => call(confirmSecondFactor, { body }),
    () => "",
    () => {
      onConfirmed();
      return true;
    },
  );
  const form = useContractForm({
    endpoint: confirmSecondFactor,
    defaultValues: { code: "" },
    bodyOf: ({ code }) => ({ code: code.replaceAll(/\s/g, "") }),
    messages: { code: "Enter the six-digit code" },
    send: submit,
  });
  return (
    <Form form={form} className="gap-5">
      <AuthenticatorSecret totpUri={totpUri} />
      <FormField
        form={form}
        name="code"
        label="Code"
        hint="Scan the QR code or enter the key in your app, then enter the six-digit code."
      >
        {(field) => <Input {...field} inputMode="numeric" autoComplete="one-time-code" autoFocus />}
      </FormField>
      <SubmitBar label="Turn on" pending={form.isPending} problem={problem} waitSeconds={waitSeconds} />
    </Form>
  );
}
