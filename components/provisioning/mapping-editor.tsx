"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { type ContractForm, useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createGroupMapping, type GroupMapping, updateGroupMapping } from "#lib/contract/group-mappings.ts";

export type Mapping = z.output<typeof GroupMapping>;

/** `mapping`: the one to change; undefined for a new one. */
type MappingEditorProps = { open: boolean; mapping: Mapping | undefined; onClose: () => void };

/** Maps a group to a role, a workspace, or both, or changes what it is mapped to. */
export function MappingEditor({ open, mapping, onClose }: MappingEditorProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={mapping ? "Edit the group mapping" : "Add a group mapping"}
      {...(mapping && {
        description: "Members lose what only this mapping gave them, and keys that depend on it are disabled.",
      })}
    >
      {mapping ? <ChangeForm mapping={mapping} onDone={onClose} /> : <AddForm onDone={onClose} />}
    </Dialog>
  );
}

type Values = { group: string; role: "" | "admin" | "member"; workspace_id: string };

const ROLE_OPTIONS = [
  { value: "", label: "No role" },
  { value: "member", label: "Member" },
  { value: "admin", label: "Admin" },
] as const satisfies { value: Values["role"]; label: string }[];

const bodyOf = ({ group, role, workspace_id }: Values) => ({
  group,
  role: role || null,
  workspace_id: workspace_id || null,
});

function AddForm({ onDone }: { onDone: () => void }) {
  const create = useMutation(mutation(createGroupMapping));
  const form = useContractForm({
    endpoint: createGroupMapping,
    defaultValues: { group: "", role: "", workspace_id: "" } as Values,
    bodyOf,
    send: (body) => create.mutateAsync({ body }),
    onSuccess: (_, { group }) => {
      toastDone(`${group} mapped`);
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Fields form={form} />
      <FormProblem what="Could not add the mapping" problem={form.problem} />
      <FormFooter action="Add mapping" onCancel={onDone} pending={form.isPending} />
    </Form>
  );
}

function ChangeForm({ mapping, onDone }: { mapping: Mapping; onDone: () => void }) {
  const { id, group, role, workspace_id } = mapping;
  const update = useMutation(mutation(updateGroupMapping));
  const form = useContractForm({
    endpoint: updateGroupMapping,
    defaultValues: { group, role: role ?? "", workspace_id: workspace_id ?? "" } as Values,
    bodyOf,
    send: (body) => update.mutateAsync({ params: { id }, body }),
    onSuccess: (_, values) => {
      toastDone(`Mapping of ${values.group} saved`);
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Fields form={form} />
      <FormProblem what="Could not save the mapping" problem={form.problem} />
      <FormFooter action="Save" onCancel={onDone} pending={form.isPending} />
    </Form>
  );
}

function Fields({ form }: { form: ContractForm<Values> }) {
  const { workspaces } = useShell();
  const places = [
    { value: "", label: "No workspace" },
    ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <FormField
        form={form}
        name="group"
        label="Group"
        hint="Name or ID in the directory, or in the groups claim at single sign-on"
        required
      >
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="role" label="Role">
        {({ value, onChange }) => <Select options={ROLE_OPTIONS} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name="workspace_id" label="Workspace">
        {({ value, onChange }) => <Select options={places} value={value} onValueChange={onChange} />}
      </FormField>
    </>
  );
}
