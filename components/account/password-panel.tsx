"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import { mutation } from "#lib/api/query.ts";
import { changePassword } from "#lib/contract/account.ts";
import { PASSWORD_MIN_LENGTH } from "#lib/contract/session.ts";

/** Changes the password, which ends every other session. */
export function PasswordPanel({ email }: { email: string }) {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useMutation(mutation(changePassword));
  const [tried, setTried] = useState(false);
  const short = next.length < PASSWORD_MIN_LENGTH;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (current === "" || short || change.isPending) return;
    change.mutate(
      { body: { current_password: current, new_password: next } },
      {
        onSuccess: () => {
          setCurrent("");
          setNext("");
          setTried(false);
          toastDone("Your password is changed", { description: "You are signed out everywhere else." });
        },
      },
    );
  };
  return (
    <Panel title="Password" description="A change signs you out everywhere else.">
      <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Field
          label="Current password"
          error={tried && current === "" ? "Enter the password that you have now" : change.error?.message}
        >
          <PasswordInput
            value={current}
            autoComplete="current-password"
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
        <Field
          label="New password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters; a few words in a row are good.`}
          error={tried && short && `Use at least ${PASSWORD_MIN_LENGTH} characters`}
        >
          <PasswordInput value={next} autoComplete="new-password" onChange={(event) => setNext(event.target.value)} />
        </Field>
        <Button type="submit" pending={change.isPending} className="self-end">
          Change password
        </Button>
      </form>
    </Panel>
  );
}
