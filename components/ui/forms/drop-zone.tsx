"use client";

import { Upload } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";

type DropZoneProps = {
  onFiles: (files: readonly File[]) => void;
  /** What dropping does: "Drop to upload". */
  label: string;
  children: ReactNode;
};

/** Accepts files that are dropped anywhere on the page, or pasted. */
export function DropZone({ onFiles, label, children }: DropZoneProps) {
  const over = useDrop(onFiles);
  return (
    <>
      {children}
      {over && (
        <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-scrim p-4">
          <p className="flex items-center gap-2 rounded-lg border-2 border-accent border-dashed bg-raised px-8 py-6 font-medium text-lg">
            <Upload className="size-5" aria-hidden />
            {label}
          </p>
        </div>
      )}
    </>
  );
}

/** Whether files are being dragged over the page. */
function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    // An element is entered before the one around it is left.
    let depth = 0;
    const at = (by: number) => {
      depth = by === 0 ? 0 : depth + by;
      setOver(depth > 0);
    };
    const controller = new AbortController();
    const listen = (name: string, run: (event: DragEvent) => void) =>
      window.addEventListener(name, (event) => hasFiles(event as DragEvent) && run(event as DragEvent), controller);
    listen("dragenter", () => at(1));
    listen("dragleave", () => at(-1));
    listen("dragover", (event) => event.preventDefault());
    listen("drop", (event) => {
      event.preventDefault();
      at(0);
      take.current([...(event.dataTransfer?.files ?? [])]);
    });
    const paste = ({ clipboardData }: ClipboardEvent) => {
      if (clipboardData?.files.length) take.current([...clipboardData.files]);
    };
    window.addEventListener("paste", paste, controller);
    return () => controller.abort();
  }, []);
  return over;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}
