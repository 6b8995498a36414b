"use client";

import { useMutation } from "@tanstack/react-query";
import { useController, useWatch } from "react-hook-form";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createCredential } from "#lib/contract/byok.ts";
import { useCredentialView } from "../credential-view.ts";
import { useProviders } from "../use-providers.ts";
import { cloudOf } from "./cloud-forms.ts";
import { CloudKeyInput } from "./cloud-key-input.tsx";
import { bodyOf, newDraft } from "./credential-draft.ts";
import { CredentialFields } from "./credential-fields.tsx";
import { providerOf } from "./key-format.ts";
import { KeyInput } from "./key-input.tsx";
import { KeyTest } from "./key-test.tsx";
import { KeyTestFooter } from "./key-test-footer.tsx";
import { useKeyTest } from "./use-key-test.ts";

type AddCredentialProps = { open: boolean; onClose: () => void };

/** Stores a provider key once the provider has accepted it, or anyway if the user insists. */
export function AddCredential({ open, onClose }: AddCredentialProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Add provider key"
      description="The key is tested with the provider before it is saved."
      width="medium"
    >
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { view } = useCredentialView();
  const { slug } = useShell().currentWorkspace;
  const { keyed, nameOfProvider } = useProviders();
  const test = useKeyTest();
  const { mutateAsync } = useMutation(mutation(createCredential));
  // A key's format usually shows its provider.
  const providerIn = (chosen: string, key: string) => {
    const guessed = providerOf(key.trim());
    return chosen || (keyed.some(({ slug: id }) => id === guessed) ? (guessed ?? "") : "");
  };
  const form = useContractForm({
    endpoint: createCredential,
    defaultValues: {
      key: "",
      provider: view.provider ?? "",
      name: "",
      workspaces: "one" as "one" | "all",
      options: newDraft(),
    },
    bodyOf: ({ key, provider, name, workspaces, options }) => ({
      ...bodyOf({ ...options, name }),
      provider: providerIn(provider, key),
      key: key.trim(),
      workspace_id: workspaces === "all" ? null : slug,
    }),
    check: ({ key, provider }) => ({
      key: key.trim() === "" ? missingKey(provider) : undefined,
      provider: providerIn(provider, key) === "" ? "Choose the provider" : undefined,
    }),
    send: async (body) => {
      if (!(await test.accepts(body.provider, body.key))) return undefined;
      return mutateAsync({ body });
    },
    onSuccess: (response) => {
      if (!response) return;
      onClose();
      const name = nameOfProvider(response.data.provider);
      toastDone(`${name} key added`, { description: "It is used from the next request." });
    },
  });
  const { field: keyField, fieldState: keyState } = useController({ control: form.control, name: "key" });
  const { field: options } = useController({ control: form.control, name: "options" });
  const [chosen, workspaces] = useWatch({ control: form.control, name: ["provider", "workspaces"] });
  const provider = providerIn(chosen, keyField.value) || undefined;
  const cloud = cloudOf(provider);
  const changeKey = (value: string) => {
    test.forget();
    keyField.onChange(value);
  };
  return (
    <Form form={form}>
      {!cloud && (
        <KeyInput
          ref={keyField.ref}
          label="Key"
          provider={provider}
          value={keyField.value}
          onValueChange={changeKey}
          error={keyState.error?.message}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="provider" label="Provider" required>
          {({ onChange }) => (
            <Select
              options={keyed.map(({ slug: value, name }) => ({ value, label: name }))}
              value={provider}
              placeholder="Choose"
              onValueChange={(value) => {
                if (cloud || cloudOf(value)) keyField.onChange("");
                test.forget();
                onChange(value);
              }}
            />
          )}
        </FormField>
        <FormField form={form} name="name" label="Name" aside="optional">
          {(field) => <Input {...field} maxLength={255} autoComplete="off" placeholder="production" />}
        </FormField>
      </div>
      {cloud && (
        <CloudKeyInput key={cloud} provider={cloud} onValueChange={changeKey} error={keyState.error?.message} />
      )}
      {test.result && <KeyTest result={test.result} />}
      <FormField
        form={form}
        name="workspaces"
        label="Applies to"
        hint={workspaces === "all" ? "Including workspaces created later" : undefined}
      >
        {({ value, onChange }) => <SegmentedControl options={WORKSPACES} value={value} onValueChange={onChange} />}
      </FormField>
      <details className="rounded-md border px-3 open:pb-3">
        <summary className="py-2 font-medium text-sm">Options and scope</summary>
        <div className="flex flex-col gap-4 pt-1">
          <CredentialFields draft={options.value} onChange={options.onChange} provider={provider} />
        </div>
      </details>
      <FormProblem problem={form.problem} />
      <KeyTestFooter verb="Add" test={test} form={form} onCancel={onClose} />
    </Form>
  );
}

function missingKey(provider: string): string {
  return cloudOf(provider) ? "Fill in the required fields" : "Paste the provider's key";
}

const WORKSPACES = [
  { value: "one", label: "This workspace" },
  { value: "all", label: "All workspaces" },
] as const;
