"use client";

import { Upload } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { formatBytes, formatCount } from "#lib/format.ts";
import { FileTable, FileTableSkeleton } from "./file-table.tsx";
import { MOST_SIZE } from "./uploads.ts";
import { useFiles } from "./use-files.ts";

/** The stored files, and every state of their list. */
export function FileBrowser({ onUpload }: { onUpload: () => void }) {
  const { pages, files, total } = useFiles();
  if (pages.error && !pages.data) {
    return <ApiErrorState title="The files could not be loaded" result={pages} />;
  }
  if (!pages.data) return <FileTableSkeleton />;
  if (files.length === 0) return <NoFiles onUpload={onUpload} />;
  return (
    <>
      <FileTable files={files} />
      {pages.hasNextPage && (
        <Button className="self-center" pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Load older
        </Button>
      )}
      <p className="text-center text-muted text-xs">
        {pages.hasNextPage && `${formatCount(files.length)} of `}
        {formatCount(total.count)} {total.count === 1 ? "file" : "files"},{" "}
        <span title={`${formatCount(total.sizeBytes)} bytes`}>{formatBytes(total.sizeBytes)} in total</span>
      </p>
    </>
  );
}

function NoFiles({ onUpload }: { onUpload: () => void }) {
  const { baseUrl } = useShell();
  return (
    <EmptyState
      sentence={`No files yet. Upload images, documents, audio or text of up to ${MOST_SIZE} and reference them by ID in requests.`}
      action={
        <Button onClick={onUpload}>
          <Upload aria-hidden />
          Upload files
        </Button>
      }
      code={`curl ${baseUrl}/files \\\n  -H "Authorization: Bearer $SWITCHBOARD_KEY" \\\n  -F file=@report.pdf`}
      codeLabel="Or use the API"
    />
  );
}
