"use client";

import { useEffect, useState } from "react";
import { ScrollBox } from "#components/ui/display/scroll-box.tsx";
import { formatBytes } from "#lib/format.ts";

const MOST_BYTES = 100_000;
/** The beginning of a text file. */
export function TextPreview({ blob, label }: { blob: Blob; label: string }) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let left = false;
    void blob
      .slice(0, MOST_BYTES)
      .text()
      .then((read) => left || setText(read));
    return () => {
      left = true;
    };
  }, [blob]);
  return (
    <div className="flex flex-col gap-1">
      <ScrollBox as="section" aria-label={`Content of ${label}`} className="max-h-96 overflow-auto rounded-md border">
        <pre className="whitespace-pre-wrap break-words p-3 text-xs">{text}</pre>
      </ScrollBox>
      {blob.size > MOST_BYTES && <p className="text-muted text-xs">Showing the first {formatBytes(MOST_BYTES)}.</p>}
    </div>
  );
}
