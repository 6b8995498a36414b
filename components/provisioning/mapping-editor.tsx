"use client";

import { useMutation } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createGroupMapping } from "#lib/contract/group-mappings.ts";

type NewMappingProps = { open: boolean; onClose: () => void };

/** Maps a group to a role, a workspace, or both. */
export function NewMapping({ open, onClose }: NewMappingProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="Add a group mapping">
      <NewMappingForm onDone={onClose} />
    </Dialog>
  );
}

type RoleValue = "" | "admin" | "member";

const ROLE_OPTIONS = [
  { value: "", label: "No role" },
  { value: "member", label: "Member" },
  { value: "admin", label: "Admin" },
] as const satisfies { value: RoleValue; label: string }[];

function NewMappingForm({ onDone }: { onDone: () => void }) {
  const { workspaces } = useShell();
  const create = useMutation(mutation(createGroupMapping));
  const form = useContractForm({
    endpoint: createGroupMapping,
    defaultValues: { group: "", role: "" as RoleValue, workspace_id: "" },
    bodyOf: ({ group, role, workspace_id }) => ({ group, role: role || null, workspace_id: workspace_id || null }),
    send: (body) => create.mutateAsync({ body }),
    onSuccess: (_, { group }) => {
      toastDone(`${group} mapped`);
      onDone();
    },
  });
  const places = [
    { value: "", label: "No workspace" },
    ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Form form={form}>
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
      <FormProblem what="Could not add the mapping" problem={form.problem} />
      <FormFooter action="Add mapping" onCancel={onDone} pending={form.isPending} />
    </Form>
  );
}
