"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { listFiles } from "#lib/contract/files.ts";
import { currentUploads, onStored, onUploadsChange, type Upload } from "./uploads.ts";

const NONE: readonly Upload[] = [];

/** Returns the uploads into a workspace, newest first; each finished one refetches the list of files. */
export function useUploads(workspace: string): readonly Upload[] {
  const client = useQueryClient();
  const uploads = useSyncExternalStore(onUploadsChange, currentUploads, () => NONE);
  useEffect(() => onStored(() => void client.invalidateQueries({ queryKey: [listFiles.resource] })), [client]);
  const busy = uploads.some(({ state }) => state === "sending" || state === "waiting");
  useEffect(() => {
    if (!busy) return;
    // Unsent bytes would be lost.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [busy]);
  return uploads.filter((one) => one.workspace === workspace);
}
