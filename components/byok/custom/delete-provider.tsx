"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { DeleteDialog } from "#components/ui/overlays/delete-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { deleteCustomProvider } from "#lib/contract/custom-providers.ts";
import type { Provider } from "./provider-draft.ts";

type DeleteProviderProps = { record: Provider; open: boolean; onClose: () => void };

/** Deletes a custom provider, after asking for its name. */
export function DeleteProvider({ record, ...dialog }: DeleteProviderProps) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      {...dialog}
      deletion={useMutation(mutation(deleteCustomProvider))}
      request={{ params: { id: record.id } }}
      noun="custom provider"
      name={record.name}
      facts={<p>Its key, models and prices are deleted permanently. Past requests keep their costs.</p>}
      onDeleted={() => void client.invalidateQueries({ queryKey: ["models"] })}
    />
  );
}
