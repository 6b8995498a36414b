"use client";

import { type FormEvent, useState } from "react";
import { AuthenticatorSecret } from "#components/ui/display/authenticator-secret.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { call } from "#lib/api/client.ts";
import { confirmSecondFactor } from "#lib/contract/account.ts";
import { SubmitBar } from "../submit-bar.tsx";
import { useEntryForm } from "../use-entry-form.ts";

/** The key for the app, and the first code of the app that has taken it. */
export function ConfirmApp({ totpUri, onConfirmed }: { totpUri: string; onConfirmed: () => void }) {
  const [value, setValue] = useState("");
  const { submit, problem, waitSeconds, sending } = useEntryForm(
    (code: string) => call(confirmSecondFactor, { body: { code } }),
    () => "",
    () => {
      onConfirmed();
      return true;
    },
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending) void submit(value.replaceAll(/\s/g, ""));
  };
  return (
    <form method="post" onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <AuthenticatorSecret totpUri={totpUri} />
      <Field
        label="Code"
        hint="Scan the picture with the app, or type the key into it. Then enter the six digits it shows."
      >
        <Input
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <SubmitBar label="Turn on" pending={sending} problem={problem} waitSeconds={waitSeconds} />
    </form>
  );
}
