"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { type ContractForm, useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createModelAlias, updateModelAlias } from "#lib/contract/model-aliases.ts";
import { type Alias, type AliasDraft, bodyOf, draftOf, fieldOf } from "./alias-draft.ts";
import { TargetFields } from "./target-fields.tsx";

const DESCRIPTION = "Requests with this model ID go to its targets, starting with the next request.";

/** Creates a model alias. */
export function AddAlias({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="Create model alias" description={DESCRIPTION} width="large">
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

/** Changes a model alias. */
export function EditAlias({ record, open, onClose }: { record: Alias; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={`Edit ${record.name}`} description={DESCRIPTION} width="large">
      <EditForm alias={record} onClose={onClose} />
    </Dialog>
  );
}

/** Everything that lists models reads them again. */
function useRereadModels() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ["models"] });
}

const shared = {
  messages: { name: "Enter lowercase author/slug, such as acme/support-bot" },
  fieldOf: (_: string, path: readonly string[]) => fieldOf(path) as keyof AliasDraft | undefined,
};

function AddForm({ onClose }: { onClose: () => void }) {
  const { slug } = useShell().currentWorkspace;
  const create = useMutation(mutation(createModelAlias));
  const rereadModels = useRereadModels();
  const form = useContractForm({
    ...shared,
    endpoint: createModelAlias,
    defaultValues: draftOf(undefined),
    bodyOf: (draft) => ({ ...bodyOf(draft), workspace_id: slug }),
    fieldOfError: (error) => (error.status === 409 ? "name" : undefined),
    send: (body) => create.mutateAsync({ body }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} created`);
      rereadModels();
      onClose();
    },
  });
  return <Fields form={form} alias={undefined} onClose={onClose} />;
}

function EditForm({ alias, onClose }: { alias: Alias; onClose: () => void }) {
  const update = useMutation(mutation(updateModelAlias));
  const rereadModels = useRereadModels();
  const form = useContractForm({
    ...shared,
    endpoint: updateModelAlias,
    defaultValues: draftOf(alias),
    bodyOf,
    fieldOfError: (error) => (error.status === 409 ? "name" : undefined),
    send: (body) => update.mutateAsync({ params: { id: alias.id }, body }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} saved`);
      rereadModels();
      onClose();
    },
  });
  return <Fields form={form} alias={alias} onClose={onClose} />;
}

type FieldsProps = { form: ContractForm<AliasDraft>; alias: Alias | undefined; onClose: () => void };

function Fields({ form, alias, onClose }: FieldsProps) {
  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="name"
          label="Name"
          required
          hint={alias ? "Requests with the old name fail once it changes." : "The model ID in requests"}
        >
          {(field) => <Input {...field} mono maxLength={165} autoComplete="off" placeholder="acme/support-bot" />}
        </FormField>
        <FormField form={form} name="description" label="Description" aside="optional">
          {(field) => <Input {...field} maxLength={1000} autoComplete="off" placeholder="For the support chat" />}
        </FormField>
      </div>
      <TargetFields form={form} self={alias?.name} />
      <FormProblem problem={form.problem} />
      <FormFooter action={alias ? "Save alias" : "Create alias"} onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}
