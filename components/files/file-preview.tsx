"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { send } from "#lib/api/client.ts";
import { getFileContent } from "#lib/contract/files.ts";
import { formatBytes } from "#lib/format.ts";
import { kindOf } from "./file-kind.tsx";
import { TextPreview } from "./text-preview.tsx";
import { findUploadedFile } from "./uploads.ts";
import type { StoredFile } from "./use-files.ts";

/** Larger files are not downloaded for a preview. */
const MOST_BYTES = 20_000_000;

/** A file's content, if the browser can show it and the user may read it. */
export function FilePreview({ file }: { file: StoredFile }) {
  const { preview } = kindOf(file.mime_type);
  const uploaded = findUploadedFile(file.id);
  const [isRequested, setRequested] = useState(file.size_bytes <= MOST_BYTES);
  const content = useQuery({
    queryKey: ["files", "content", file.id],
    queryFn: ({ signal }) => contentOf(file, signal),
    enabled: uploaded === undefined && file.downloadable && preview !== "none" && isRequested,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (preview === "none") return <Note>Files of this type have no preview.</Note>;
  if (!uploaded && !file.downloadable) {
    return <Note>Uploaded files cannot be downloaded, so files from earlier visits have no preview.</Note>;
  }
  const blob = uploaded ?? content.data;
  if (blob) return <Preview blob={blob} file={file} />;
  if (content.error) return <Note>The content could not be loaded: {content.error.message}</Note>;
  if (isRequested) {
    return (
      <Loading label="preview">
        <Skeleton className="h-48 w-full" />
      </Loading>
    );
  }
  return (
    <Button className="self-start" onClick={() => setRequested(true)}>
      Load preview, {formatBytes(file.size_bytes)}
    </Button>
  );
}

/** The gateway serves every file as a download; this restores its actual type. */
async function contentOf({ id, mime_type }: StoredFile, signal: AbortSignal): Promise<Blob> {
  const response = await send(getFileContent, { params: { file_id: id }, signal });
  return new Blob([await response.arrayBuffer()], { type: mime_type });
}

function Preview({ blob, file }: { blob: Blob; file: StoredFile }) {
  const url = useObjectUrl(blob);
  const { preview } = kindOf(file.mime_type);
  if (preview === "text") return <TextPreview blob={blob} label={file.filename} />;
  if (!url) return null;
  if (preview === "image") {
    const backgroundImage = `url("${url}")`;
    const look = "h-80 rounded-md border bg-center bg-contain bg-no-repeat bg-origin-content bg-well p-2";
    return <div role="img" aria-label={file.filename} className={look} style={{ backgroundImage }} />;
  }
  // Stored files have no captions.
  if (preview === "audio") {
    return (
      <audio src={url} controls className="w-full">
        <track kind="captions" />
      </audio>
    );
  }
  if (preview === "video") {
    return (
      <video src={url} controls className="max-h-96 w-full rounded-md bg-well">
        <track kind="captions" />
      </video>
    );
  }
  return (
    <Button asChild className="self-start">
      <a href={url} target="_blank" rel="noreferrer">
        Open PDF in a new tab
      </a>
    </Button>
  );
}

function useObjectUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

function Note({ children }: { children: React.ReactNode }) {
  return <p className="rounded-md bg-well px-3 py-2 text-muted text-sm">{children}</p>;
}
