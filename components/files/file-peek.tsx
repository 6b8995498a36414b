"use client";

import { useQuery } from "@tanstack/react-query";
import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { query } from "#lib/api/query.ts";
import { getFile } from "#lib/contract/files.ts";
import { formatBytes, formatCount } from "#lib/format.ts";
import { DownloadFile } from "./download-file.tsx";
import { kindOf } from "./file-kind.tsx";
import { FilePreview } from "./file-preview.tsx";
import { usePeek } from "./file-view.ts";
import type { StoredFile } from "./use-files.ts";

/** One file next to the list: its facts, a preview, and how to use it in a request. */
export function FilePeek({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [peek] = usePeek();
  return (
    <Sheet modal={false} open={open} onOpenChange={(next) => !next && onClose()} title="File">
      {peek && <FileDetails id={peek} />}
    </Sheet>
  );
}

function FileDetails({ id }: { id: string }) {
  const result = useQuery(query(getFile, { params: { file_id: id } }));
  const { data, error } = result;
  if (error && !data) {
    return (
      <ApiErrorState title="The file could not be loaded" missing="File not found in this workspace" result={result} />
    );
  }
  if (!data) {
    return (
      <Loading label="file" className="flex flex-col gap-4">
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  }
  // The other formats are for providers' clients, chosen by headers that a browser does not send.
  const file = data as StoredFile;
  return (
    <>
      <h3 className="flex min-w-0 items-center gap-2 break-all font-medium text-lg">
        {file.filename}
        {file.downloadable && <DownloadFile file={file} />}
      </h3>
      <FilePreview key={file.id} file={file} />
      <FileFacts file={file} />
      <CodeBlock label="In a request" code={sampleOf(file)} />
    </>
  );
}

function FileFacts({ file }: { file: StoredFile }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm [&_dt]:text-muted">
      <dt>ID</dt>
      <dd>
        <IdPill id={file.id} label="file ID" ends={14} />
      </dd>
      <dt>Type</dt>
      <dd>
        {kindOf(file.mime_type).word} <span className="font-mono text-muted text-xs">{file.mime_type}</span>
      </dd>
      <dt>Size</dt>
      <dd>
        <span title={`${formatCount(file.size_bytes)} bytes`}>{formatBytes(file.size_bytes)}</span>
      </dd>
      <dt>Origin</dt>
      <dd>{file.downloadable ? "generated" : "uploaded (cannot be downloaded)"}</dd>
      <dt>Created</dt>
      <dd>
        <Time value={file.created_at} format="absolute" />
      </dd>
    </dl>
  );
}

function sampleOf({ id, mime_type }: StoredFile): string {
  const type = kindOf(mime_type).preview === "image" ? "input_image" : "input_file";
  return JSON.stringify({ role: "user", content: [{ type, file_id: id }] }, null, 2);
}
