"use client";

import { useMutation } from "@tanstack/react-query";
import { useToggleDisabled } from "#components/shell/use-toggle-disabled.ts";
import { mutation } from "#lib/api/query.ts";
import { updateKey } from "#lib/contract/keys.ts";
import type { Key } from "./key-status.tsx";

/** Disables or enables a key at once, with Undo. */
export function useToggleKey(): (key: Key, disabled: boolean) => void {
  const { mutateAsync } = useMutation(mutation(updateKey));
  return useToggleDisabled({
    resource: updateKey.resource,
    idOf: ({ hash }: Key) => hash,
    nameOf: ({ name }) => name,
    effect: "Requests with it are rejected.",
    save: ({ hash }, disabled) => mutateAsync({ params: { hash }, body: { disabled } }),
  });
}
