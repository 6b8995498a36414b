"use client";

import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { formatBytes, formatCount } from "#lib/format.ts";
import { DeleteFile } from "./delete-file.tsx";
import { DownloadFile } from "./download-file.tsx";
import { kindOf } from "./file-kind.tsx";
import { usePeek } from "./file-view.ts";
import type { StoredFile } from "./use-files.ts";

/** Files, newest first; a row opens its panel. */
export function FileTable({ files }: { files: readonly StoredFile[] }) {
  useRowShortcuts();
  return (
    <Table caption="Files" className="max-md:table-fixed">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Type</TableHeader>
        <TableHeader numeric>Size</TableHeader>
        <TableHeader className="max-lg:hidden">Origin</TableHeader>
        <TableHeader>Created</TableHeader>
        <TableHeader className="max-lg:hidden">ID</TableHeader>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {files.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </TableBody>
    </Table>
  );
}

function FileRow({ file }: { file: StoredFile }) {
  const [peek, setPeek] = usePeek();
  const { Icon, word } = kindOf(file.mime_type);
  return (
    <TableRow selected={peek === file.id}>
      <TableCell line="first" className="md:max-w-96">
        <a
          data-row
          href={`?peek=${encodeURIComponent(file.id)}`}
          className="flex min-w-0 items-center gap-2 py-1 hover:underline"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            void setPeek(file.id);
          }}
        >
          <Icon className="size-4 shrink-0 text-muted" aria-hidden />
          <span className="truncate font-medium">{file.filename}</span>
        </a>
      </TableCell>
      <TableCell>
        <span title={file.mime_type}>{word}</span>
      </TableCell>
      <TableCell numeric>
        <span title={`${formatCount(file.size_bytes)} bytes`}>{formatBytes(file.size_bytes)}</span>
      </TableCell>
      <TableCell className="max-lg:hidden" line="hidden">
        {file.downloadable ? "generated" : "uploaded"}
      </TableCell>
      <TableCell>
        <Time value={file.created_at} />
      </TableCell>
      <TableCell className="max-lg:hidden" line="hidden">
        <IdPill id={file.id} label="file ID" />
      </TableCell>
      <TableCell line="first" className="md:w-0">
        <span className="flex items-center justify-end gap-1">
          {file.downloadable && <DownloadFile file={file} />}
          <DeleteFile file={file} />
        </span>
      </TableCell>
    </TableRow>
  );
}

const ROWS = ["w-40", "w-56", "w-48", "w-36"];

/** Placeholder with the table's real layout. */
export function FileTableSkeleton() {
  return <TableSkeleton label="files" rows={ROWS.map((width) => [width, "w-16", "ml-auto w-24 max-sm:hidden"])} />;
}
