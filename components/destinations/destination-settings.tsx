"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { DeleteDialog } from "#components/ui/overlays/delete-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { deleteDestination, updateDestination } from "#lib/contract/destinations.ts";
import { formatCount } from "#lib/format.ts";
import { ConfigFields } from "./config-fields.tsx";
import { configOf, fieldOf, fieldOfError, MESSAGES, sharedBodyOf, valuesOf } from "./destination-form.ts";
import type { Destination } from "./destination-view.ts";
import { ScopeFields } from "./scope-fields.tsx";

type DestinationSettingsProps = { destination: Destination; onDeleted: () => void };

/** A destination's address and scope, and how to delete it. */
export function DestinationSettings({ destination, onDeleted }: DestinationSettingsProps) {
  const update = useMutation(mutation(updateDestination));
  const form = useContractForm({
    endpoint: updateDestination,
    defaultValues: valuesOf(destination),
    bodyOf: (values) => ({ ...sharedBodyOf(values), config: configOf(values).config }),
    messages: MESSAGES,
    fieldOf,
    fieldOfError,
    send: (body) => update.mutateAsync({ params: { id: destination.id }, body }),
    onSuccess: ({ data }) => toastDone(`${data.name} saved`),
  });
  const rules = destination.filter_rules?.enabled ? destination.filter_rules.groups.length : 0;
  return (
    <Panel title="Settings">
      <Form form={form}>
        <FormField form={form} name="name" label="Name" required>
          {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
        </FormField>
        <ConfigFields form={form} type={destination.type} />
        <ScopeFields form={form} />
        {rules > 0 && (
          <p className="text-muted text-sm">
            {rules === 1 ? "One group of rules" : `${formatCount(rules)} groups of rules`}, set through the API, also
            {rules === 1 ? " applies." : " apply."}
          </p>
        )}
        <FormProblem problem={form.problem} />
        <Button type="submit" className="self-end" pending={form.isPending}>
          Save settings
        </Button>
      </Form>
      <div className="mt-4 border-t pt-4">
        <DeleteDestination destination={destination} onDeleted={onDeleted} />
      </div>
    </Panel>
  );
}

function DeleteDestination({ destination, onDeleted }: DestinationSettingsProps) {
  const [open, setOpen] = useState(false);
  const { id, name, health } = destination;
  return (
    <>
      <Button variant="dangerOutline" onClick={() => setOpen(true)}>
        Delete destination
      </Button>
      <DeleteDialog
        open={open}
        onClose={() => setOpen(false)}
        onDeleted={onDeleted}
        deletion={useMutation(mutation(deleteDestination))}
        request={{ params: { id } }}
        noun="destination"
        name={name}
        facts={
          <p>
            {formatCount(health.backlog)} waiting requests and {formatCount(health.dead_letters)} dead letters will not
            be delivered. The destination keeps what it has received.
          </p>
        }
      />
    </>
  );
}
