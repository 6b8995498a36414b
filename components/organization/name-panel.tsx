"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { mutation } from "#lib/api/query.ts";
import { updateOrganization } from "#lib/contract/organization.ts";
import { getSession } from "#lib/contract/session.ts";

/** The organization's name, as everyone sees it. */
export function NamePanel() {
  const { organization } = useShell();
  const client = useQueryClient();
  const { mutateAsync } = useMutation(mutation(updateOrganization));
  const form = useContractForm({
    endpoint: updateOrganization,
    defaultValues: { name: organization.name },
    bodyOf: (values) => values,
    fieldOfError: () => "name",
    send: (body) => mutateAsync({ body }),
    onSuccess: ({ data }) => {
      toastDone(`Organization name changed to ${data.name}`);
      // The shell reads the name from the session.
      void client.invalidateQueries({ queryKey: [getSession.resource] });
    },
  });
  const name = useWatch({ control: form.control, name: "name" }).trim();
  return (
    <Panel title="Name">
      <Form form={form}>
        <FormField form={form} name="name" label="Organization name" hint="Shown in the console and in invitations">
          {(field) => <Input {...field} maxLength={200} autoComplete="organization" />}
        </FormField>
        <Button
          type="submit"
          disabled={name === "" || name === organization.name}
          pending={form.isPending}
          className="self-end"
        >
          Save name
        </Button>
      </Form>
    </Panel>
  );
}
