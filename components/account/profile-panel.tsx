"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { mutation } from "#lib/api/query.ts";
import { updateAccount } from "#lib/contract/account.ts";
import type { Account } from "./account.ts";

/** Name, address and role; the name can be changed. */
export function ProfilePanel({ account }: { account: Account }) {
  const { organization, role } = useShell();
  const [name, setName] = useState(account.user.name);
  const save = useMutation(mutation(updateAccount));
  const isChanged = name.trim() !== account.user.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || save.isPending) return;
    save.mutate({ body: { name } }, { onSuccess: ({ user }) => toastDone(`You are now called ${user.name}`) });
  };
  return (
    <Panel title="Profile" description={`${capital(role)} of ${organization.name}`}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Name" hint="Others see it." error={save.error?.message}>
          <Input value={name} maxLength={200} autoComplete="name" onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Email" hint="You sign in with it. It cannot be changed.">
          <Input value={account.user.email} type="email" readOnly />
        </Field>
        <Button type="submit" disabled={!isChanged || name.trim() === ""} pending={save.isPending} className="self-end">
          Save name
        </Button>
      </form>
    </Panel>
  );
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
