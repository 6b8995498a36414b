"use client";

import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { AuthenticatorSecret } from "#components/ui/display/authenticator-secret.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { mutation } from "#lib/api/query.ts";
import { confirmSecondFactor } from "#lib/contract/account.ts";

type ConfirmCodeProps = { totpUri: string; onConfirmed: () => void; onCancel: () => void };

/** Shows the secret as a QR code and as text, and asks for the app's first code. */
export function ConfirmCode({ totpUri, onConfirmed, onCancel }: ConfirmCodeProps) {
  const { mutateAsync } = useMutation(mutation(confirmSecondFactor));
  const form = useContractForm({
    endpoint: confirmSecondFactor,
    defaultValues: { code: "" },
    bodyOf: ({ code }) => ({ code: digitsOf(code) }),
    fieldOfError: () => "code",
    send: (body) => mutateAsync({ body }),
    onSuccess: () => {
      toastDone("Second factor turned on");
      onConfirmed();
    },
  });
  const code = useWatch({ control: form.control, name: "code" });
  return (
    <Form form={form}>
      <AuthenticatorSecret totpUri={totpUri} />
      <FormField form={form} name="code" label="Code" hint="The six-digit code in your app">
        {(field) => <Input {...field} inputMode="numeric" autoComplete="one-time-code" maxLength={7} />}
      </FormField>
      <FormFooter
        action="Turn on"
        onCancel={onCancel}
        disabled={digitsOf(code).length !== 6}
        pending={form.isPending}
      />
    </Form>
  );
}

function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, "");
}
