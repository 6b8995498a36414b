"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { AuthenticatorSecret } from "#components/ui/display/authenticator-secret.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { mutation } from "#lib/api/query.ts";
import { confirmSecondFactor } from "#lib/contract/account.ts";

type ConfirmCodeProps = { totpUri: string; onConfirmed: () => void; onCancel: () => void };

/** The secret as a picture and as text, and the first code of the app that has taken it. */
export function ConfirmCode({ totpUri, onConfirmed, onCancel }: ConfirmCodeProps) {
  const [code, setCode] = useState("");
  const confirm = useMutation(mutation(confirmSecondFactor));
  const digits = code.replaceAll(/\s/g, "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (digits.length !== 6 || confirm.isPending) return;
    confirm.mutate(
      { body: { code: digits } },
      {
        onSuccess: () => {
          toastDone("The second factor is on");
          onConfirmed();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <AuthenticatorSecret totpUri={totpUri} />
      <Field label="Code" hint="The six digits that the app now shows" error={confirm.error?.message}>
        <Input
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" disabled={digits.length !== 6} pending={confirm.isPending}>
          Turn on
        </Button>
      </footer>
    </form>
  );
}
