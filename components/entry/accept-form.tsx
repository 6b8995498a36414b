"use client";

import { useForm } from "react-hook-form";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { bodySchemaOf } from "#lib/api/body-schema.ts";
import { call } from "#lib/api/client.ts";
import type { BodyInput, BodyOf } from "#lib/contract/endpoint.ts";
import { acceptInvitation } from "#lib/contract/entry.ts";
import { PASSWORD_MIN_LENGTH } from "#lib/contract/session.ts";
import { contractResolver } from "./contract-resolver.ts";
import { SubmitBar } from "./submit-bar.tsx";
import { useEntryForm } from "./use-entry-form.ts";

type AcceptFormProps = {
  token: string;
  email: string;
  /** Told when no other input would help: 404 and 409. */
  onRefused(problem: ApiError): void;
};

type NewAccount<Body> = Required<Omit<Body, "token">>;

// The contract can do without a name and a password, for whoever has an account; here both are needed.
const resolver = contractResolver(async () => (await bodySchemaOf(acceptInvitation)).omit({ token: true }).required());

/** Makes the account of somebody who was invited. */
export function AcceptForm({ token, email, onRefused }: AcceptFormProps) {
  const { register, handleSubmit, formState } = useForm<
    NewAccount<BodyInput<typeof acceptInvitation>>,
    unknown,
    NewAccount<BodyOf<typeof acceptInvitation>>
  >({ resolver, defaultValues: { name: "", password: "" } });
  const { submit, problem, waitSeconds, leaving } = useEntryForm(
    (body: BodyInput<typeof acceptInvitation>) => call(acceptInvitation, { body }),
    () => "/",
  );
  const { errors, isSubmitting } = formState;
  const onSubmit = handleSubmit(async (account) => {
    const refusal = await submit({ token, ...account });
    if (refusal && [404, 409].includes(refusal.status)) onRefused(refusal);
  });
  return (
    // `post`, so that a form sent before the scripts are there does not put the password into the address.
    <form method="post" onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <Field label="Your name" error={errors.name?.message}>
        <Input {...register("name")} autoComplete="name" autoFocus />
      </Field>
      <Field label="Email">
        <Input value={email} type="email" autoComplete="username" readOnly />
      </Field>
      <Field
        label="Password"
        hint={!errors.password && `At least ${PASSWORD_MIN_LENGTH} characters; a few words in a row are good.`}
        error={errors.password?.message}
      >
        <PasswordInput {...register("password")} autoComplete="new-password" />
      </Field>
      <SubmitBar label="Create account" pending={isSubmitting || leaving} problem={problem} waitSeconds={waitSeconds} />
    </form>
  );
}
