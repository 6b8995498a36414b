"use client";

import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { mutation } from "#lib/api/query.ts";
import { updateAccount } from "#lib/contract/account.ts";
import type { Account } from "./account.ts";

/** Name, address and role; the name can be changed. */
export function ProfilePanel({ account }: { account: Account }) {
  const { organization, role } = useShell();
  const { mutateAsync } = useMutation(mutation(updateAccount));
  const form = useContractForm({
    endpoint: updateAccount,
    defaultValues: { name: account.user.name },
    bodyOf: (values) => values,
    fieldOfError: () => "name",
    send: (body) => mutateAsync({ body }),
    onSuccess: ({ user }) => toastDone(`Name changed to ${user.name}`),
  });
  const name = useWatch({ control: form.control, name: "name" }).trim();
  return (
    <Panel title="Profile" description={`${capital(role)} of ${organization.name}`}>
      <Form form={form}>
        <FormField form={form} name="name" label="Name" hint="Visible to other members">
          {(field) => <Input {...field} maxLength={200} autoComplete="name" />}
        </FormField>
        <Field label="Email" hint="You sign in with this address. It cannot be changed.">
          <Input value={account.user.email} type="email" readOnly />
        </Field>
        <Button
          type="submit"
          disabled={name === "" || name === account.user.name}
          pending={form.isPending}
          className="self-end"
        >
          Save name
        </Button>
      </Form>
    </Panel>
  );
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
