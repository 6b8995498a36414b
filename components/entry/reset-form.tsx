"use client";

import { Field } from "#components/ui/forms/field.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";
import { resetPassword } from "#lib/contract/entry.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { SubmitBar } from "./submit-bar.tsx";
import { useEntryForm } from "./use-entry-form.ts";

type ResetFormProps = {
  token: string;
  email: string;
  onDone(): void;
  /** Called if other input would not help: 404. */
  onRejected(problem: ApiError): void;
};

/** Sets a new password through a reset link. */
export function ResetForm({ token, email, onDone, onRejected }: ResetFormProps) {
  const { submit, problem, waitSeconds } = useEntryForm(
    (body: BodyInput<typeof resetPassword>) => call(resetPassword, { body }),
    () => "/sign-in",
    () => {
      onDone();
      return true;
    },
  );
  const form = useContractForm({
    endpoint: resetPassword,
    defaultValues: { password: "" },
    bodyOf: ({ password }) => ({ token, password }),
    send: submit,
    onSuccess: (refusal) => {
      if (refusal?.status === 404) onRejected(refusal);
    },
  });
  return (
    <Form form={form} className="gap-5">
      <Field label="Email">
        <Input value={email} type="email" autoComplete="username" readOnly />
      </Field>
      <NewPasswordField form={form} name="password" label="New password" autoFocus />
      <SubmitBar label="Set password" pending={form.isPending} problem={problem} waitSeconds={waitSeconds} />
    </Form>
  );
}
