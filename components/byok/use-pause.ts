"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { updateCredential } from "#lib/contract/byok.ts";
import { type Credential, nameOf } from "./credential-status.tsx";

type Records = { data: Credential[] | Credential };
const KEY = [updateCredential.resource];

/** Disables or enables a provider key at once, with Undo; shown before it is saved, and taken back when it was not. */
export function usePause(): (credential: Credential, disabled: boolean) => void {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(mutation(updateCredential));
  const show = (id: string, disabled: boolean) =>
    client.setQueriesData<Records>({ queryKey: KEY }, (old) => old && withDisabled(old, id, disabled));
  const set = async (credential: Credential, disabled: boolean, undoable: boolean) => {
    // A read under way would put the old state back.
    await client.cancelQueries({ queryKey: KEY });
    show(credential.id, disabled);
    await mutateAsync({ params: { id: credential.id }, body: { disabled } }).then(
      () => say(credential, disabled, undoable ? () => void set(credential, !disabled, false) : undefined),
      (error: ApiError) => {
        show(credential.id, !disabled);
        toastFailed(`${nameOf(credential)} was not ${disabled ? "disabled" : "enabled"}`, {
          description: error.message,
          action: { label: "Retry", run: () => void set(credential, disabled, undoable) },
        });
      },
    );
  };
  return (credential, disabled) => void set(credential, disabled, true);
}

function say(credential: Credential, disabled: boolean, undo: (() => void) | undefined): void {
  toastDone(`${nameOf(credential)} is ${disabled ? "disabled" : "enabled"}`, {
    ...(disabled ? { description: "Calls go on to the next key in order." } : {}),
    ...(undo ? { undo } : {}),
  });
}

function withDisabled(records: Records, id: string, disabled: boolean): Records {
  const change = (one: Credential) => (one.id === id ? { ...one, disabled } : one);
  return { ...records, data: Array.isArray(records.data) ? records.data.map(change) : change(records.data) };
}
