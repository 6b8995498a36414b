"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormCheckbox } from "#components/ui/forms/form-checkbox.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { HeaderLinesInput } from "#components/ui/forms/header-lines-input.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createCustomProvider, updateCustomProvider } from "#lib/contract/custom-providers.ts";
import { ConnectionTest } from "./connection-test.tsx";
import { ModelFields, useModelList } from "./model-fields.tsx";
import { bodyOf, draftOf, fieldOf, type Provider, type ProviderDraft } from "./provider-draft.ts";

type ProviderEditorProps = { provider: Provider | undefined; open: boolean; onClose: () => void };

/** Adds a custom provider, or changes one. */
export function ProviderEditor({ provider, open, onClose }: ProviderEditorProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={provider ? `Edit ${provider.name}` : "Add custom provider"}
      description="A server that speaks OpenAI's or Anthropic's API. Its models are available from the next request."
      width="large"
    >
      {provider ? <EditForm provider={provider} onClose={onClose} /> : <AddForm onClose={onClose} />}
    </Dialog>
  );
}

/** Everything that lists models reads them again. */
function useRereadModels() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ["models"] });
}

const shared = {
  messages: {
    name: "Enter a name",
    base_url: "Enter an HTTP or HTTPS URL",
    headers: "Enter one header per line, as Name: value",
  },
  fieldOf: (_: string, path: readonly string[]) => fieldOf(path) as keyof ProviderDraft | undefined,
};

function AddForm({ onClose }: { onClose: () => void }) {
  const { slug: workspace } = useShell().currentWorkspace;
  const create = useMutation(mutation(createCustomProvider));
  const rereadModels = useRereadModels();
  const form = useContractForm({
    ...shared,
    endpoint: createCustomProvider,
    defaultValues: draftOf(undefined),
    bodyOf: (draft) => ({
      ...bodyOf(draft),
      slug: draft.slug,
      api_key: draft.api_key || null,
      workspace_id: draft.isCommon ? null : workspace,
    }),
    fieldOfError: (error) => (error.status === 409 ? "slug" : undefined),
    send: (body) => create.mutateAsync({ body }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} added`);
      rereadModels();
      onClose();
    },
  });
  return <Fields form={form} provider={undefined} onClose={onClose} />;
}

function EditForm({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const update = useMutation(mutation(updateCustomProvider));
  const rereadModels = useRereadModels();
  const form = useContractForm({
    ...shared,
    endpoint: updateCustomProvider,
    defaultValues: draftOf(provider),
    bodyOf: (draft) => ({ ...bodyOf(draft), ...(draft.api_key && { api_key: draft.api_key }) }),
    send: (body) => update.mutateAsync({ params: { id: provider.id }, body }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} saved`);
      rereadModels();
      onClose();
    },
  });
  return <Fields form={form} provider={provider} onClose={onClose} />;
}

const APIS = [
  { value: "openai" as const, label: "OpenAI-compatible" },
  { value: "anthropic" as const, label: "Anthropic-compatible" },
];

type FieldsProps = {
  form: ReturnType<typeof useContractForm<ProviderDraft, unknown, typeof createCustomProvider, unknown>>;
  provider: Provider | undefined;
  onClose: () => void;
};

function Fields({ form, provider, onClose }: FieldsProps) {
  const models = useModelList(form);
  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="name" label="Name" required>
          {(field) => <Input {...field} maxLength={200} autoComplete="off" placeholder="Acme inference" />}
        </FormField>
        <FormField form={form} name="slug" label="ID" hint="Used in requests; cannot be changed" required>
          {(field) => (
            <Input
              {...field}
              mono
              maxLength={32}
              autoComplete="off"
              placeholder="acme"
              disabled={provider !== undefined}
            />
          )}
        </FormField>
        <FormField form={form} name="api" label="API">
          {({ value, onChange, name }) => <Select name={name} value={value} onValueChange={onChange} options={APIS} />}
        </FormField>
        <FormField
          form={form}
          name="base_url"
          label="Base URL"
          hint="With /v1 for OpenAI, without it for Anthropic"
          required
        >
          {(field) => <Input {...field} mono type="url" autoComplete="off" placeholder="https://llm.example.com/v1" />}
        </FormField>
        <FormField
          form={form}
          name="api_key"
          label="API key"
          aside="optional"
          hint={provider?.api_key ? `Stored: ${provider.api_key}. Leave empty to keep it.` : "Stored encrypted"}
        >
          {(field) => <PasswordInput {...field} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="headers" label="Headers" aside="optional" hint="One per line. Shown masked.">
          {(field) => <HeaderLinesInput {...field} />}
        </FormField>
      </div>
      <ConnectionTest form={form} provider={provider} models={models} />
      <ModelFields form={form} list={models} />
      <div className="flex flex-col gap-2">
        {!provider && (
          <FormCheckbox form={form} name="isCommon" label="Every workspace" hint="Otherwise only this workspace" />
        )}
        <FormCheckbox
          form={form}
          name="zero_data_retention"
          label="Zero data retention"
          hint="The server stores no prompts and does not train on them"
        />
        <FormCheckbox
          form={form}
          name="reads_model_list"
          label="Offer the server's other models"
          hint={
            provider?.model_list
              ? `The server's list is read every hour and adds ${provider.model_list.models.length}. They have no price until you add them above.`
              : "Reads the server's model list every hour. Its models have no price until you add them above."
          }
        />
        {provider && <FormCheckbox form={form} name="enabled" label="Enabled" hint="Requests may use it" />}
      </div>
      <FormProblem problem={form.problem} />
      <FormFooter action={provider ? "Save provider" : "Add provider"} onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}
