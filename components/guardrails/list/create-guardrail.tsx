"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useWatch } from "react-hook-form";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormCheckbox } from "#components/ui/forms/form-checkbox.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { RadioGroup } from "#components/ui/forms/radio-group.tsx";
import { type ContractForm, useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createGuardrail, updateGuardrail } from "#lib/contract/guardrails.ts";
import type { GuardrailFields } from "../editor/guardrail-fields.ts";
import type { Guardrail } from "../guardrail.ts";
import { allGuardrails } from "./all-guardrails.ts";
import { readGuardrail } from "./guardrail-file.ts";
import { GUARDRAIL_TEMPLATES, type GuardrailTemplate, templateFields } from "./guardrail-templates.ts";

type CreateGuardrailProps = {
  open: boolean;
  /** Resolves once the address no longer contains the dialog. */
  onClose: () => Promise<unknown>;
};

type NewGuardrail = {
  name: string;
  start: GuardrailTemplate;
  /** The chosen file; without fields if it is not an export. */
  file: { fields: GuardrailFields | undefined } | undefined;
  isDefault: boolean;
};

const NEW: NewGuardrail = { name: "", start: "empty", file: undefined, isDefault: false };
const NO_EXPORT = "Choose a JSON file exported from a guardrail";

/** Creates a guardrail and opens it. */
export function CreateGuardrail({ open, onClose }: CreateGuardrailProps) {
  const { slug } = useShell().currentWorkspace;
  const router = useRouter();
  return (
    <Dialog
      open={open}
      onOpenChange={() => void onClose()}
      title="Create guardrail"
      description="It has no effect until you assign it, unless it is the workspace default."
    >
      <CreateForm
        onCancel={() => void onClose()}
        onMade={({ id, name }) => {
          toastDone(`${name} created`);
          void onClose().then(() => router.push(`/w/${slug}/guardrails/${id}`));
        }}
      />
    </Dialog>
  );
}

type CreateFormProps = { onMade: (record: Guardrail) => void; onCancel: () => void };

function CreateForm({ onMade, onCancel }: CreateFormProps) {
  const { id: workspaceId, slug } = useShell().currentWorkspace;
  const create = useMutation(mutation(createGuardrail));
  const makeDefault = useMutation(mutation(updateGuardrail));
  const form = useContractForm({
    endpoint: createGuardrail,
    defaultValues: NEW,
    bodyOf: ({ name, start, file }) => ({
      ...(start === "file" ? file?.fields : templateFields(start)),
      name,
      workspace_id: slug,
    }),
    check: ({ name, start, file }) => ({
      name: name.trim() === "" ? "Enter a name" : undefined,
      file: start === "file" && !file?.fields ? (file ? NO_EXPORT : "Choose a file") : undefined,
    }),
    send: ({ workspace_id, ...fields }, { isDefault }) =>
      isDefault
        ? makeDefault.mutateAsync({ params: { id: workspaceId }, body: fields })
        : create.mutateAsync({ body: { ...fields, workspace_id } }),
    onSuccess: ({ data }) => onMade(data),
  });
  const start = useWatch({ control: form.control, name: "start" });
  return (
    <Form form={form}>
      <FormField form={form} name="name" label="Name" required hint="For example, Customer data">
        {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="start" label="Start with">
        {({ value, onChange }) => <RadioGroup options={GUARDRAIL_TEMPLATES} value={value} onValueChange={onChange} />}
      </FormField>
      {start === "file" && <FileField form={form} />}
      <DefaultChoice form={form} />
      <FormProblem what="Could not create the guardrail" problem={form.problem} />
      <FormFooter action="Create guardrail" onCancel={onCancel} pending={form.isPending} />
    </Form>
  );
}

function FileField({ form }: { form: ContractForm<NewGuardrail> }) {
  const read = async (file: File | undefined) => {
    form.setValue("file", file && { fields: readGuardrail(await file.text()) });
    await form.trigger("file");
  };
  return (
    <FormField form={form} name="file" label="File">
      {({ ref }) => (
        <Input
          ref={ref}
          type="file"
          accept="application/json,.json"
          className="py-1"
          onChange={(event) => void read(event.target.files?.[0])}
        />
      )}
    </FormField>
  );
}

function DefaultChoice({ form }: { form: ContractForm<NewGuardrail> }) {
  const { data } = useQuery(allGuardrails());
  const existing = data?.find((guardrail) => guardrail.is_default);
  return (
    <FormCheckbox
      form={form}
      name="isDefault"
      disabled={!data || existing !== undefined}
      label="Workspace default"
      hint={existing ? `${existing.name} is already the default.` : "Applies to every request in the workspace"}
    />
  );
}
