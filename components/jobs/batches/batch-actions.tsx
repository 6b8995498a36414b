"use client";

import { useMutation } from "@tanstack/react-query";
import { Ban, Download } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { urlOf } from "#lib/api/client.ts";
import { mutation } from "#lib/api/query.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { cancelBatch } from "#lib/contract/batches.ts";
import { getFileContent } from "#lib/contract/files.ts";
import type { BatchEntry } from "./use-batches.ts";

/** Cancels a batch while it runs; downloads its results once it has ended. */
export function BatchActions({ batch }: { batch: BatchEntry }) {
  const { id, status, output_file_id: output, error_file_id: errors } = batch;
  const isCancellable = status === "validating" || status === "in_progress";
  if (!isCancellable && !output && !errors) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {output && <DownloadResults label="Download results" fileId={output} filename={`${id}_output.jsonl`} />}
      {errors && <DownloadResults label="Download errors" fileId={errors} filename={`${id}_error.jsonl`} />}
      {isCancellable && <CancelBatch batch={batch} />}
    </div>
  );
}

type Results = { label: string; fileId: string; filename: string };

/** A link, so that the browser itself saves the file, however large it is. */
function DownloadResults({ label, fileId, filename }: Results) {
  const address = urlOf(getFileContent, { params: { file_id: fileId }, query: { workspace_id: currentWorkspace() } });
  return (
    <Button asChild>
      <a href={address} download={filename}>
        <Download aria-hidden />
        {label}
      </a>
    </Button>
  );
}

function CancelBatch({ batch }: { batch: BatchEntry }) {
  const { mutateAsync, isPending } = useMutation(mutation(cancelBatch));
  const cancel = () =>
    void mutateAsync({ params: { batch_id: batch.id } }).then(
      () => toastDone("The batch is being canceled"),
      (error: ApiError) => toastFailed("Could not cancel the batch", { description: error.message }),
    );
  return (
    <ConfirmPopover
      trigger={
        <Button pending={isPending}>
          <Ban aria-hidden />
          Cancel batch
        </Button>
      }
      question="Cancel this batch?"
      action="Cancel batch"
      onConfirm={cancel}
    >
      Requests in progress are completed. The others are not sent, and results so far can be downloaded.
    </ConfirmPopover>
  );
}
