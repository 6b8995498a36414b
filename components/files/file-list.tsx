"use client";

import { Upload } from "lucide-react";
import { useCallback, useMemo, useRef } from "react";
import { useShortcuts } from "#components/shell/commands/shortcuts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { DropZone } from "#components/ui/forms/drop-zone.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { FileBrowser } from "./file-browser.tsx";
import { usePeek } from "./file-view.ts";
import { UploadList } from "./upload-list.tsx";
import { addUploads } from "./uploads.ts";

const filePeek = lazyLayer(() => import("./file-peek.tsx").then(({ FilePeek }) => FilePeek));

/** The files page: files that the workspace's requests can name by id. */
export function FileList() {
  const { slug, name } = useShell().currentWorkspace;
  const [peek, setPeek] = usePeek();
  const input = useRef<HTMLInputElement>(null);
  const add = (files: readonly File[]) => addUploads(files, slug);
  const choose = useCallback(() => input.current?.click(), []);
  useShortcuts(useMemo(() => [{ keys: "u", label: "Upload files", group: "This page", run: choose }], [choose]));
  return (
    <DropZone onFiles={add} label="Drop to upload">
      <PageHeader
        title="Files"
        description={`Files that requests in ${name} reference by ID. Drop files anywhere on this page, or paste them.`}
        action={
          <Button variant="filled" onClick={choose}>
            <Upload aria-hidden />
            Upload files
          </Button>
        }
      />
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Files to upload"
        className="hidden"
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          // Allows choosing the same file again.
          target.value = "";
        }}
      />
      <div className="flex flex-col gap-4">
        <UploadList workspace={slug} />
        <FileBrowser onUpload={choose} />
      </div>
      <LazyContent layer={filePeek} props={{ open: peek !== null, onClose: () => void setPeek(null) }} />
    </DropZone>
  );
}
