"use client";

import { useMutation } from "@tanstack/react-query";
import { useToggleDisabled } from "#components/shell/use-toggle-disabled.ts";
import { mutation } from "#lib/api/query.ts";
import { updateCredential } from "#lib/contract/byok.ts";
import { type Credential, nameOf } from "./credential-status.tsx";

/** Disables or enables a provider key at once, with Undo. */
export function useToggleCredential(): (credential: Credential, disabled: boolean) => void {
  const { mutateAsync } = useMutation(mutation(updateCredential));
  return useToggleDisabled({
    resource: updateCredential.resource,
    idOf: ({ id }: Credential) => id,
    nameOf,
    effect: "Requests use the next key in order.",
    save: ({ id }, disabled) => mutateAsync({ params: { id }, body: { disabled } }),
  });
}
