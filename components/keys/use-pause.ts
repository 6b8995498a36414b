"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { updateKey } from "#lib/contract/keys.ts";
import type { Key } from "./key-status.tsx";

type Records = { data: Key[] | Key };

/** Disables or enables a key at once, with Undo; shown before it is saved, and taken back when it was not. */
export function usePause(): (key: Key, disabled: boolean) => void {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(mutation(updateKey));
  const show = (hash: string, disabled: boolean) =>
    client.setQueriesData<Records>({ queryKey: ["keys"] }, (old) => old && withDisabled(old, hash, disabled));
  const set = async (key: Key, disabled: boolean, undoable: boolean) => {
    // A read under way would put the old state back.
    await client.cancelQueries({ queryKey: ["keys"] });
    show(key.hash, disabled);
    // Not by callbacks of `mutate`: they fall silent when a filter takes the row away.
    await mutateAsync({ params: { hash: key.hash }, body: { disabled } }).then(
      () => say(key, disabled, undoable ? () => void set(key, !disabled, false) : undefined),
      (error: ApiError) => {
        show(key.hash, !disabled);
        toastFailed(`${key.name} was not ${disabled ? "disabled" : "enabled"}`, {
          description: error.message,
          action: { label: "Retry", run: () => void set(key, disabled, undoable) },
        });
      },
    );
  };
  return (key, disabled) => void set(key, disabled, true);
}

function say(key: Key, disabled: boolean, undo: (() => void) | undefined): void {
  toastDone(`${key.name} is ${disabled ? "disabled" : "enabled"}`, {
    ...(disabled ? { description: "Calls with it are refused." } : {}),
    ...(undo ? { undo } : {}),
  });
}

function withDisabled(records: Records, hash: string, disabled: boolean): Records {
  const change = (key: Key) => (key.hash === hash ? { ...key, disabled } : key);
  return { ...records, data: Array.isArray(records.data) ? records.data.map(change) : change(records.data) };
}
