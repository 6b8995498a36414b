"use client";

import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { call } from "#lib/api/client.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";
import { signIn } from "#lib/contract/session.ts";
import { SubmitBar } from "../submit-bar.tsx";
import { useEntryForm } from "../use-entry-form.ts";

type SignInFormProps = {
  destination: () => string;
  /** Called if the password was right and an authenticator app code is needed too. */
  onSecondStep(): void;
};

export function SignInForm({ destination, onSecondStep }: SignInFormProps) {
  const { submit, problem, waitSeconds, leaving } = useEntryForm(
    (body: BodyInput<typeof signIn>) => call(signIn, { body }),
    destination,
    ({ second_factor: isNeeded }) => {
      if (isNeeded) onSecondStep();
      return isNeeded;
    },
  );
  const form = useContractForm({
    endpoint: signIn,
    defaultValues: { email: "", password: "" },
    bodyOf: (values) => values,
    send: submit,
    onSuccess: (refusal) => {
      if (refusal?.status === 401) form.setFocus("password", { shouldSelect: true });
    },
  });
  return (
    <Form form={form} className="gap-5">
      <FormField form={form} name="email" label="Email">
        {(field) => <Input {...field} type="email" autoComplete="username" autoFocus />}
      </FormField>
      <FormField form={form} name="password" label="Password">
        {(field) => <PasswordInput {...field} autoComplete="current-password" />}
      </FormField>
      <p className="-mt-2 text-muted text-xs">
        Forgot your password? Ask an owner, an admin or the gateway's operator for a reset link.
      </p>
      <SubmitBar label="Sign in" pending={form.isPending || leaving} problem={problem} waitSeconds={waitSeconds} />
    </Form>
  );
}
