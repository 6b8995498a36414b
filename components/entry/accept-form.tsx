"use client";

import { Field } from "#components/ui/forms/field.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";
import { acceptInvitation } from "#lib/contract/entry.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { SubmitBar } from "./submit-bar.tsx";
import { useEntryForm } from "./use-entry-form.ts";

type AcceptFormProps = {
  token: string;
  email: string;
  /** Called if other input would not help: 404 and 409. */
  onRejected(problem: ApiError): void;
};

/** Creates the account of an invited user. */
export function AcceptForm({ token, email, onRejected }: AcceptFormProps) {
  const { submit, problem, waitSeconds, leaving } = useEntryForm(
    (body: BodyInput<typeof acceptInvitation>) => call(acceptInvitation, { body }),
    () => "/",
  );
  const form = useContractForm({
    endpoint: acceptInvitation,
    // In the contract a name and a password are optional, for people who have an account; here both are required.
    schemaOf: (schema) => schema.required(),
    defaultValues: { name: "", password: "" },
    bodyOf: (account) => ({ token, ...account }),
    send: submit,
    onSuccess: (refusal) => {
      if (refusal && [404, 409].includes(refusal.status)) onRejected(refusal);
    },
  });
  return (
    <Form form={form} className="gap-5">
      <FormField form={form} name="name" label="Your name">
        {(field) => <Input {...field} autoComplete="name" autoFocus />}
      </FormField>
      <Field label="Email">
        <Input value={email} type="email" autoComplete="username" readOnly />
      </Field>
      <NewPasswordField form={form} name="password" label="Password" />
      <SubmitBar
        label="Create account"
        pending={form.isPending || leaving}
        problem={problem}
        waitSeconds={waitSeconds}
      />
    </Form>
  );
}
