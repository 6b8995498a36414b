"use client";

import { useMutation } from "@tanstack/react-query";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { deleteKey } from "#lib/contract/keys.ts";
import type { Key } from "./key-status.tsx";
import { KeyUseFacts } from "./key-use-facts.tsx";

type DeleteKeyProps = { record: Key; open: boolean; onClose: () => void; onDeleted?: () => void };

/** Deletes a key permanently, after showing its usage and asking for its name. */
export function DeleteKey({ record, open, onClose, onDeleted }: DeleteKeyProps) {
  const remove = useMutation(mutation(deleteKey));
  const confirm = () =>
    remove.mutate(
      { params: { hash: record.hash } },
      {
        onSuccess: () => {
          toastDone(`${record.name} deleted`);
          onClose();
          onDeleted?.();
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={`Delete key ${record.name}`}
      name={record.name}
      action="Delete key"
      pending={remove.isPending}
      onConfirm={confirm}
      problem={remove.error && `Could not delete the key: ${remove.error.message}`}
      facts={
        <>
          <p>Requests with this key are rejected immediately. This cannot be undone. Its spend stays on record.</p>
          <KeyUseFacts record={record} />
        </>
      }
    />
  );
}
