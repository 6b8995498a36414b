"use client";

import { useForm } from "react-hook-form";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { bodySchemaOf } from "#lib/api/body-schema.ts";
import { call } from "#lib/api/client.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";
import { resetPassword } from "#lib/contract/entry.ts";
import { PASSWORD_MIN_LENGTH } from "#lib/contract/session.ts";
import { contractResolver } from "./contract-resolver.ts";
import { SubmitBar } from "./submit-bar.tsx";
import { useEntryForm } from "./use-entry-form.ts";

type ResetFormProps = {
  token: string;
  email: string;
  onDone(): void;
  /** Told when no other input would help: 404. */
  onRefused(problem: ApiError): void;
};

const resolver = contractResolver(async () => (await bodySchemaOf(resetPassword)).omit({ token: true }));

/** Takes the new password of a reset link. */
export function ResetForm({ token, email, onDone, onRefused }: ResetFormProps) {
  const { register, handleSubmit, formState } = useForm<{ password: string }, unknown, { password: string }>({
    resolver,
    defaultValues: { password: "" },
  });
  const { submit, problem, waitSeconds } = useEntryForm(
    (body: BodyInput<typeof resetPassword>) => call(resetPassword, { body }),
    () => "/sign-in",
    () => {
      onDone();
      return true;
    },
  );
  const { errors, isSubmitting } = formState;
  const onSubmit = handleSubmit(async ({ password }) => {
    const refusal = await submit({ token, password });
    if (refusal?.status === 404) onRefused(refusal);
  });
  return (
    // `post`, so that a form sent before the scripts are there does not put the password into the address.
    <form method="post" onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <Field label="Email">
        <Input value={email} type="email" autoComplete="username" readOnly />
      </Field>
      <Field
        label="New password"
        hint={!errors.password && `At least ${PASSWORD_MIN_LENGTH} characters; a few words in a row are good.`}
        error={errors.password?.message}
      >
        <PasswordInput {...register("password")} autoComplete="new-password" autoFocus />
      </Field>
      <SubmitBar label="Set password" pending={isSubmitting} problem={problem} waitSeconds={waitSeconds} />
    </form>
  );
}
