"use client";

import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";
import { setUp } from "#lib/contract/session.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { SubmitBar } from "./submit-bar.tsx";
import { useEntryForm } from "./use-entry-form.ts";

type SetUpFormProps = {
  token: string;
  /** Called if other input would not help: 403 and 409. */
  onRejected(problem: ApiError): void;
};

export function SetUpForm({ token, onRejected }: SetUpFormProps) {
  const { submit, problem, waitSeconds, leaving } = useEntryForm(
    (body: BodyInput<typeof setUp>) => call(setUp, { body }),
    () => "/",
  );
  const form = useContractForm({
    endpoint: setUp,
    defaultValues: { name: "", email: "", password: "" },
    bodyOf: (owner) => ({ token, ...owner }),
    send: submit,
    onSuccess: (refusal) => {
      if (refusal && [403, 409].includes(refusal.status)) onRejected(refusal);
    },
  });
  return (
    <Form form={form} className="gap-5">
      <FormField form={form} name="name" label="Your name">
        {(field) => <Input {...field} autoComplete="name" autoFocus />}
      </FormField>
      <FormField form={form} name="email" label="Email" hint="You sign in with this address. No email is sent.">
        {(field) => <Input {...field} type="email" autoComplete="username" />}
      </FormField>
      <NewPasswordField form={form} name="password" label="Password" />
      <SubmitBar
        label="Create owner account"
        pending={form.isPending || leaving}
        problem={problem}
        waitSeconds={waitSeconds}
      />
    </Form>
  );
}
