"use client";

import { Download } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { urlOf } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { getFileContent } from "#lib/contract/files.ts";
import type { StoredFile } from "./use-files.ts";

/** Saves a file that the gateway generated. */
export function DownloadFile({ file }: { file: StoredFile }) {
  return (
    <IconButton label={`Download ${file.filename}`} size="small" onClick={() => save(file)}>
      <Download aria-hidden />
    </IconButton>
  );
}

/** Downloaded by the browser itself, so that a large file is never in the page's memory. */
function save(file: StoredFile): void {
  const link = document.createElement("a");
  const query = { workspace_id: currentWorkspace() };
  link.href = urlOf(getFileContent, { params: { file_id: file.id }, query });
  link.download = file.filename;
  link.click();
}
