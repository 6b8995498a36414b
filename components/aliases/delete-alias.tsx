"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { DeleteDialog } from "#components/ui/overlays/delete-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { deleteModelAlias } from "#lib/contract/model-aliases.ts";
import type { Alias } from "./alias-draft.ts";

type DeleteAliasProps = { record: Alias; open: boolean; onClose: () => void };

/** Deletes a model alias, after asking for its name. */
export function DeleteAlias({ record, ...dialog }: DeleteAliasProps) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      {...dialog}
      deletion={useMutation(mutation(deleteModelAlias))}
      request={{ params: { id: record.id } }}
      noun="model alias"
      name={record.name}
      facts={<p>Requests with this model ID will fail with 404. Logs keep its name.</p>}
      onDeleted={() => void client.invalidateQueries({ queryKey: ["models"] })}
    />
  );
}
