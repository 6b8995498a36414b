"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { mutation } from "#lib/api/query.ts";
import { updateOrganization } from "#lib/contract/organization.ts";
import { getSession } from "#lib/contract/session.ts";

/** The organization's name, as everyone sees it. */
export function NamePanel() {
  const { organization } = useShell();
  const [name, setName] = useState(organization.name);
  const client = useQueryClient();
  const save = useMutation(mutation(updateOrganization));
  const isChanged = name.trim() !== organization.name && name.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || save.isPending) return;
    save.mutate(
      { body: { name } },
      {
        onSuccess: ({ data }) => {
          toastDone(`The organization is now called ${data.name}`);
          // The shell has the name from the session.
          void client.invalidateQueries({ queryKey: [getSession.resource] });
        },
      },
    );
  };
  return (
    <Panel title="Name">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Organization name" hint="Shown in the console and in invitations" error={save.error?.message}>
          <Input
            value={name}
            maxLength={200}
            autoComplete="organization"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={!isChanged} pending={save.isPending} className="self-end">
          Save name
        </Button>
      </form>
    </Panel>
  );
}
