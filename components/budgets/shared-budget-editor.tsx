"use client";

import { useMutation } from "@tanstack/react-query";
import { useKeySearch } from "#components/shell/commands/use-key-search.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { useMemberOptions } from "#components/shell/use-member-options.ts";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { ComboboxMany } from "#components/ui/forms/combobox.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { type ContractForm, useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createSharedBudget, updateSharedBudget } from "#lib/contract/shared-budgets.ts";
import { bodyOf, draftOf, INTERVALS, SHARES, type SharedBudget, type SharedBudgetDraft } from "./shared-budget.ts";

const DESCRIPTION =
  "Limits what its keys, members, tags and end users spend. A request counts once toward each budget that covers it.";

const shared = {
  bodyOf,
  messages: { limit_usd: "Enter an amount" },
  fieldOfError: (error: { status: number }) => (error.status === 409 ? ("name" as const) : undefined),
};

/** Creates a shared budget. */
export function AddSharedBudget({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="Create shared budget" description={DESCRIPTION}>
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

type EditProps = { record: SharedBudget; open: boolean; onClose: () => void };

/** Changes a shared budget. */
export function EditSharedBudget({ record, open, onClose }: EditProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={`Edit ${record.name}`} description={DESCRIPTION}>
      <EditForm budget={record} onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { id: ref } = useShell().currentWorkspace;
  const create = useMutation(mutation(createSharedBudget));
  const form = useContractForm({
    ...shared,
    endpoint: createSharedBudget,
    defaultValues: draftOf(undefined),
    send: (body) => create.mutateAsync({ params: { ref }, body, workspace: ref }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} created`);
      onClose();
    },
  });
  return <Fields form={form} action="Create budget" onClose={onClose} />;
}

function EditForm({ budget, onClose }: { budget: SharedBudget; onClose: () => void }) {
  const { id: ref } = useShell().currentWorkspace;
  const update = useMutation(mutation(updateSharedBudget));
  const form = useContractForm({
    ...shared,
    endpoint: updateSharedBudget,
    defaultValues: draftOf(budget),
    send: (body) => update.mutateAsync({ params: { ref, id: budget.id }, body, workspace: ref }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} saved`);
      onClose();
    },
  });
  return <Fields form={form} action="Save budget" onClose={onClose} />;
}

type FieldsProps = { form: ContractForm<SharedBudgetDraft>; action: string; onClose: () => void };

function Fields({ form, action, onClose }: FieldsProps) {
  return (
    <Form form={form}>
      <FormField form={form} name="name" label="Name" required>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" placeholder="Search team" />}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="limit_usd" label="Limit" required>
          {({ onChange, ...field }) => <NumberInput {...field} onValueChange={onChange} prefix="$" />}
        </FormField>
        <FormField form={form} name="reset_interval" label="Resets">
          {({ value, onChange }) => <Select options={INTERVALS} value={value} onValueChange={onChange} />}
        </FormField>
      </div>
      <MembersField form={form} />
      <KeysField form={form} />
      <FormField
        form={form}
        name="tags"
        label="Tags"
        hint="Requests with one of these tags count. Separate them with commas."
      >
        {(field) => <Input {...field} placeholder="team:search, env:prod" autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField
        form={form}
        name="external_users"
        label="End users"
        hint="Names in the requests' user field, one per line"
      >
        {(field) => <Textarea {...field} rows={2} spellCheck={false} />}
      </FormField>
      <ShareField form={form} />
      <FormProblem problem={form.problem} />
      <FormFooter action={action} onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}

const SHARE_HINTS = {
  together: "Everything chosen above shares this amount.",
  end_user: "If you choose nothing above, the budget covers every request that names an end user.",
  session: "If you choose nothing above, the budget covers every request that names a session, as coding agents do.",
} as const;

function ShareField({ form }: { form: ContractForm<SharedBudgetDraft> }) {
  return (
    <FormField form={form} name="share" label="The amount is for" hint={SHARE_HINTS[form.watch("share")]}>
      {({ value, onChange }) => <SegmentedControl options={SHARES} value={value} onValueChange={onChange} />}
    </FormField>
  );
}

function MembersField({ form }: { form: ContractForm<SharedBudgetDraft> }) {
  const { options, error } = useMemberOptions();
  return (
    <FormField form={form} name="user_ids" label="Members" hint="Includes all keys they created" error={error}>
      {({ value, onChange }) => (
        <ComboboxMany options={options} values={value} onValuesChange={onChange} placeholder="Choose members" />
      )}
    </FormField>
  );
}

function KeysField({ form }: { form: ContractForm<SharedBudgetDraft> }) {
  const search = useKeySearch();
  return (
    <FormField
      form={form}
      name="key_hashes"
      label="Keys"
      error={search.error && `The keys could not be loaded: ${search.error.message}`}
    >
      {({ value, onChange }) => (
        <ComboboxMany
          options={search.keys.map(({ hash, name, label }) => ({ value: hash, label: name, hint: label }))}
          known={value.map((hash) => ({ value: hash, label: `Key ${hash.slice(0, 8)}` }))}
          values={value}
          onValuesChange={onChange}
          placeholder="Choose keys"
          {...search.picker}
        />
      )}
    </FormField>
  );
}
