"use client";

import { useMutation } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import type { DestinationType } from "#lib/contract/destination-config.ts";
import { createDestination } from "#lib/contract/destinations.ts";
import { ConfigFields } from "./config-fields.tsx";
import {
  configOf,
  fieldOf,
  fieldOfError,
  MESSAGES,
  NEW_DESTINATION,
  PATH_TEMPLATES,
  sharedBodyOf,
} from "./destination-form.ts";
import { TYPE_LABELS, useDestinationView } from "./destination-view.ts";
import { ScopeFields } from "./scope-fields.tsx";

/** Creates a destination. */
export function AddDestination({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Add destination"
      description="It receives the workspace's requests from now on."
      width="medium"
    >
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

const TYPES = Object.entries(TYPE_LABELS).map(([value, label]) => ({ value: value as DestinationType, label }));

function AddForm({ onClose }: { onClose: () => void }) {
  const { slug: workspace } = useShell().currentWorkspace;
  const { setView } = useDestinationView();
  const create = useMutation(mutation(createDestination));
  const form = useContractForm({
    endpoint: createDestination,
    defaultValues: NEW_DESTINATION,
    bodyOf: (values) => ({ ...sharedBodyOf(values), ...configOf(values), workspace_id: workspace }),
    messages: MESSAGES,
    fieldOf,
    fieldOfError,
    send: (body) => create.mutateAsync({ body }),
    onSuccess: ({ data: { id, name } }) => {
      toastDone(`${name} added`);
      void setView({ create: null, peek: id });
    },
  });
  return (
    <Form form={form}>
      <FormField form={form} name="type" label="Type">
        {({ value, onChange }) => (
          <SegmentedControl
            options={TYPES}
            value={value}
            onValueChange={(type) => {
              onChange(type);
              form.setValue("pathTemplate", PATH_TEMPLATES[type] ?? "");
            }}
          />
        )}
      </FormField>
      <FormField form={form} name="name" label="Name" required>
        {(field) => <Input {...field} maxLength={200} autoComplete="off" placeholder="Traces" />}
      </FormField>
      <ConfigFields form={form} type={form.watch("type")} />
      <ScopeFields form={form} />
      <FormProblem problem={form.problem} />
      <FormFooter action="Add destination" onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}
