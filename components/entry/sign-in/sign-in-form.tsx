"use client";

import { useForm } from "react-hook-form";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import { bodySchemaOf } from "#lib/api/body-schema.ts";
import { call } from "#lib/api/client.ts";
import type { BodyInput, BodyOf } from "#lib/contract/endpoint.ts";
import { signIn } from "#lib/contract/session.ts";
import { contractResolver } from "../contract-resolver.ts";
import { SubmitBar } from "../submit-bar.tsx";
import { useEntryForm } from "../use-entry-form.ts";

const resolver = contractResolver(() => bodySchemaOf(signIn));

type SignInFormProps = {
  destination: () => string;
  /** Told when the password was right and the code of an authenticator app is needed too. */
  onSecondStep(): void;
};

export function SignInForm({ destination, onSecondStep }: SignInFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm<
    BodyInput<typeof signIn>,
    unknown,
    BodyOf<typeof signIn>
  >({ resolver, defaultValues: { email: "", password: "" } });
  const { submit, problem, waitSeconds, leaving } = useEntryForm(
    (body: BodyInput<typeof signIn>) => call(signIn, { body }),
    destination,
    ({ second_factor: isNeeded }) => {
      if (isNeeded) onSecondStep();
      return isNeeded;
    },
  );
  const { errors, isSubmitting } = formState;
  const onSubmit = handleSubmit(async (body) => {
    const refusal = await submit(body);
    if (refusal?.status === 401) setFocus("password", { shouldSelect: true });
  });
  return (
    // `post`, so that a form sent before the scripts are there does not put the password into the address.
    <form method="post" onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        <Input {...register("email")} type="email" autoComplete="username" autoFocus />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput {...register("password")} autoComplete="current-password" />
      </Field>
      <p className="-mt-2 text-muted text-xs">
        Forgotten? An owner or admin can make you a link to set a new one, or whoever runs the gateway.
      </p>
      <SubmitBar label="Sign in" pending={isSubmitting || leaving} problem={problem} waitSeconds={waitSeconds} />
    </form>
  );
}
