"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { deleteCustomProvider } from "#lib/contract/custom-providers.ts";
import type { Provider } from "./provider-draft.ts";

type DeleteProviderProps = { record: Provider; open: boolean; onClose: () => void };

/** Deletes a custom provider, after asking for its name. */
export function DeleteProvider({ record, open, onClose }: DeleteProviderProps) {
  const client = useQueryClient();
  const remove = useMutation(mutation(deleteCustomProvider));
  const confirm = () =>
    remove.mutate(
      { params: { id: record.id } },
      {
        onSuccess: () => {
          toastDone(`${record.name} deleted`);
          void client.invalidateQueries({ queryKey: ["models"] });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={`Delete custom provider ${record.name}`}
      name={record.name}
      action="Delete provider"
      pending={remove.isPending}
      onConfirm={confirm}
      problem={remove.error && `Could not delete the provider: ${remove.error.message}`}
      facts={<p>Its key, models and prices are deleted permanently. Past requests keep their costs.</p>}
    />
  );
}
