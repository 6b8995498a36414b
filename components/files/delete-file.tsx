"use client";

import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { deleteFile } from "#lib/contract/files.ts";
import type { StoredFile } from "./use-files.ts";

/** Deletes a file after a confirmation that names it. */
export function DeleteFile({ file }: { file: StoredFile }) {
  const { mutateAsync, isPending } = useMutation(mutation(deleteFile));
  const remove = () =>
    void mutateAsync({ params: { file_id: file.id } }).then(
      () => toastDone(`${file.filename} deleted`),
      (error: ApiError) =>
        toastFailed(`Could not delete ${file.filename}`, {
          description: error.message,
          action: { label: "Retry", run: remove },
        }),
    );
  return (
    <ConfirmPopover
      trigger={
        <IconButton label={`Delete ${file.filename}`} size="small" disabled={isPending}>
          <Trash2 aria-hidden />
        </IconButton>
      }
      question={`Delete ${file.filename}?`}
      action="Delete file"
      onConfirm={remove}
    >
      Requests that reference it will fail. This cannot be undone.
    </ConfirmPopover>
  );
}
