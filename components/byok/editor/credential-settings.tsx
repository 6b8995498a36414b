"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { mutation } from "#lib/api/query.ts";
import { updateCredential } from "#lib/contract/byok.ts";
import { type Credential, nameOf } from "../credential-status.tsx";
import { problemsOf } from "../problems.ts";
import { changesOf, draftOf } from "./credential-draft.ts";
import { CredentialFields, NameField } from "./credential-fields.tsx";

/** Name, use and scope of a provider key, to be changed and saved together. */
export function CredentialSettings({ credential }: { credential: Credential }) {
  const [draft, setDraft] = useState(() => draftOf(credential));
  const save = useMutation(mutation(updateCredential));
  const changes = changesOf(draft, credential);
  const count = Object.keys(changes).length;
  const problems = problemsOf(save.error, ["name"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (count === 0 || save.isPending) return;
    save.mutate(
      { params: { id: credential.id }, body: changes },
      { onSuccess: ({ data }) => toastDone(`${nameOf(data)} is saved`) },
    );
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Settings" className="flex flex-col gap-4 border-t pt-4">
      <h3 className="font-medium text-sm">Settings</h3>
      <NameField draft={draft} onChange={setDraft} error={problems.name} />
      <CredentialFields draft={draft} onChange={setDraft} provider={credential.provider} />
      {problems.form && (
        <p role="alert" className="text-bad text-sm">
          It was not saved: {problems.form}
        </p>
      )}
      {count > 0 && (
        <div className="sticky -bottom-4 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t bg-raised px-4 py-2.5">
          <span className="mr-auto text-muted text-sm" role="status">
            {count} {count === 1 ? "change" : "changes"} not saved
          </span>
          <Button onClick={() => setDraft(draftOf(credential))}>Discard</Button>
          <Button type="submit" variant="filled" pending={save.isPending}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
}
