"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Segmented } from "#components/ui/forms/segmented.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createCredential } from "#lib/contract/byok.ts";
import { useCredentialView } from "../credential-view.ts";
import { problemsOf } from "../problems.ts";
import { useProviders } from "../use-providers.ts";
import { bodyOf, newDraft } from "./credential-draft.ts";
import { CredentialFields, NameField } from "./credential-fields.tsx";
import { providerOf } from "./key-format.ts";
import { KeyInput } from "./key-input.tsx";
import { KeyTest } from "./key-test.tsx";
import { useKeyTest } from "./use-key-test.ts";

type AddCredentialProps = { open: boolean; onClose: () => void };

/** Stores a provider key once the provider has accepted it, or all the same when that is wanted. */
export function AddCredential({ open, onClose }: AddCredentialProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Add provider key"
      description="The provider is asked whether it accepts the key before it is stored."
      width="medium"
    >
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

const FIELDS = ["key", "name", "provider"];

function AddForm({ onClose }: { onClose: () => void }) {
  const { view } = useCredentialView();
  const { slug } = useShell().currentWorkspace;
  const { keyed, nameOfProvider } = useProviders();
  const [chosen, setProvider] = useState<string | undefined>(view.provider ?? undefined);
  const [everyWorkspace, setEveryWorkspace] = useState(false);
  const [draft, setDraft] = useState(newDraft);
  const [tried, setTried] = useState(false);
  const test = useKeyTest();
  const create = useMutation(mutation(createCredential));
  // A key mostly tells whose it is.
  const guessed = providerOf(test.key.trim());
  const provider = chosen ?? (keyed.some(({ slug: id }) => id === guessed) ? guessed : undefined);
  const problems = { ...problemsOf(test.error, FIELDS), ...problemsOf(create.error, FIELDS) };
  const missing = tried && test.key.trim() === "" ? "Paste the provider's key" : undefined;
  const unchosen = tried && !provider ? "Choose the provider" : undefined;
  const add = () => {
    if (!provider) return;
    const body = { ...bodyOf(draft), provider, key: test.key.trim(), workspace_id: everyWorkspace ? null : slug };
    create.mutate(
      { body },
      {
        onSuccess: () => {
          onClose();
          toastDone(`A key for ${nameOfProvider(provider)} is added`, { description: "The next call uses it." });
        },
      },
    );
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!provider || test.key.trim() === "" || test.pending || create.isPending) return;
    if (test.result?.outcome === "accepted" || (await test.run(provider))) add();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <KeyInput
        label="Key"
        provider={provider}
        value={test.key}
        onValueChange={test.setKey}
        error={missing ?? problems.key}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Provider" required error={unchosen ?? problems.provider}>
          <Select
            options={keyed.map(({ slug: value, name }) => ({ value, label: name }))}
            value={provider}
            placeholder="Choose"
            onValueChange={(value) => {
              test.forget();
              setProvider(value);
            }}
          />
        </Field>
        <NameField draft={draft} onChange={setDraft} error={problems.name} />
      </div>
      {test.result && <KeyTest result={test.result} />}
      <Field label="For" hint={everyWorkspace ? "Also for workspaces that are made later" : undefined}>
        <Segmented
          options={WORKSPACES}
          value={everyWorkspace ? "all" : "one"}
          onValueChange={(value) => setEveryWorkspace(value === "all")}
        />
      </Field>
      <details className="rounded-md border px-3 open:pb-3">
        <summary className="py-2 font-medium text-sm">Use and scope</summary>
        <div className="flex flex-col gap-4 pt-1">
          <CredentialFields draft={draft} onChange={setDraft} provider={provider} />
        </div>
      </details>
      {problems.form && (
        <p role="alert" className="text-bad text-sm">
          {problems.form}
        </p>
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        {test.result && test.result.outcome !== "accepted" && (
          <Button pending={create.isPending} onClick={add}>
            Add anyway
          </Button>
        )}
        <Button type="submit" variant="filled" pending={test.pending || create.isPending}>
          {test.result && test.result.outcome !== "accepted" ? "Test again" : "Test and add"}
        </Button>
      </footer>
    </form>
  );
}

const WORKSPACES = [
  { value: "one", label: "This workspace" },
  { value: "all", label: "All workspaces" },
] as const;
