"use client";

import { useForm } from "react-hook-form";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { bodySchemaOf } from "#lib/api/body-schema.ts";
import { call } from "#lib/api/client.ts";
import type { BodyInput, BodyOf } from "#lib/contract/endpoint.ts";
import { PASSWORD_MIN_LENGTH, setUp } from "#lib/contract/session.ts";
import { contractResolver } from "./contract-resolver.ts";
import { SubmitBar } from "./submit-bar.tsx";
import { useEntryForm } from "./use-entry-form.ts";

type SetUpFormProps = {
  token: string;
  /** Told when no other input would help: 403 and 409. */
  onRefused(problem: ApiError): void;
};

const resolver = contractResolver(async () => (await bodySchemaOf(setUp)).omit({ token: true }));

export function SetUpForm({ token, onRefused }: SetUpFormProps) {
  const { register, handleSubmit, formState } = useForm<
    Omit<BodyInput<typeof setUp>, "token">,
    unknown,
    Omit<BodyOf<typeof setUp>, "token">
  >({ resolver, defaultValues: { name: "", email: "", password: "" } });
  const { submit, problem, waitSeconds, leaving } = useEntryForm(
    (body: BodyInput<typeof setUp>) => call(setUp, { body }),
    () => "/",
  );
  const { errors, isSubmitting } = formState;
  const onSubmit = handleSubmit(async (owner) => {
    const refusal = await submit({ token, ...owner });
    if (refusal && [403, 409].includes(refusal.status)) onRefused(refusal);
  });
  return (
    // `post`, so that a form sent before the scripts are there does not put the password into the address.
    <form method="post" onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <Field label="Your name" error={errors.name?.message}>
        <Input {...register("name")} autoComplete="name" autoFocus />
      </Field>
      <Field
        label="Email"
        hint={!errors.email && "You sign in with it; no mail is sent."}
        error={errors.email?.message}
      >
        <Input {...register("email")} type="email" autoComplete="username" />
      </Field>
      <Field
        label="Password"
        hint={!errors.password && `At least ${PASSWORD_MIN_LENGTH} characters; a few words in a row are good.`}
        error={errors.password?.message}
      >
        <PasswordInput {...register("password")} autoComplete="new-password" />
      </Field>
      <SubmitBar
        label="Create owner account"
        pending={isSubmitting || leaving}
        problem={problem}
        waitSeconds={waitSeconds}
      />
    </form>
  );
}
