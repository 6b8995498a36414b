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
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { type JustInTime, putJustInTime } from "#lib/contract/group-mappings.ts";

type Rules = z.output<typeof JustInTime>;
type JoinRulesProps = { rules: Rules; open: boolean; onClose: () => void };

/** Changes who may join at the first single sign-on. */
export function JoinRules({ rules, open, onClose }: JoinRulesProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Just-in-time provisioning"
      description="Users with an email address at one of these domains join at their first single sign-on."
    >
      <JoinRulesForm rules={rules} onDone={onClose} />
    </Dialog>
  );
}

const ROLE_OPTIONS = [
  { value: "member", label: "Member" },
  { value: "admin", label: "Admin" },
] as const;

function JoinRulesForm({ rules, onDone }: { rules: Rules; onDone: () => void }) {
  const { workspaces } = useShell();
  const save = useMutation(mutation(putJustInTime));
  const form = useContractForm({
    endpoint: putJustInTime,
    defaultValues: { domains: rules.domains.join(", "), role: rules.role, workspace_id: rules.workspace_id ?? "" },
    bodyOf: ({ domains, role, workspace_id }) => ({
      domains: domains.split(/[\s,]+/).filter(Boolean),
      role,
      workspace_id: workspace_id || null,
    }),
    send: (body) => save.mutateAsync({ body }),
    onSuccess: () => {
      toastDone("Just-in-time provisioning saved");
      onDone();
    },
  });
  const places = [
    { value: "", label: "Only the default workspace" },
    ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Form form={form}>
      <FormField
        form={form}
        name="domains"
        label="Email domains"
        hint="Separated by commas. Leave empty to turn it off."
      >
        {(field) => <Input {...field} placeholder="example.com" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="role" label="Role">
        {({ value, onChange }) => <Select options={ROLE_OPTIONS} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name="workspace_id" label="Workspace">
        {({ value, onChange }) => <Select options={places} value={value} onValueChange={onChange} />}
      </FormField>
      <FormProblem what="Could not save" problem={form.problem} />
      <FormFooter action="Save" onCancel={onDone} pending={form.isPending} />
    </Form>
  );
}
