"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { deleteModelAlias } from "#lib/contract/model-aliases.ts";
import type { Alias } from "./alias-draft.ts";

type DeleteAliasProps = { record: Alias; open: boolean; onClose: () => void };

/** Deletes a model alias, after asking for its name. */
export function DeleteAlias({ record, open, onClose }: DeleteAliasProps) {
  const client = useQueryClient();
  const remove = useMutation(mutation(deleteModelAlias));
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
      title={`Delete model alias ${record.name}`}
      name={record.name}
      action="Delete alias"
      pending={remove.isPending}
      onConfirm={confirm}
      problem={remove.error && `Could not delete the alias: ${remove.error.message}`}
      facts={<p>Requests that name it fail with 404 from now on. The log keeps its name.</p>}
    />
  );
}
