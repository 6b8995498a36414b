"use client";

import { TriangleAlert } from "lucide-react";
import { useUnencrypted } from "./use-location.ts";

/** Warns that passwords are sent unencrypted if the page was loaded over plain HTTP. */
export function UnencryptedNote() {
  if (!useUnencrypted()) return null;
  return (
    <div role="note" className="flex items-start gap-2 border-y border-l-2 border-l-warn px-3 py-2.5 text-xs">
      <TriangleAlert className="mt-px size-4 shrink-0 text-warn" aria-hidden />
      <p className="text-muted">
        <strong className="text-ink">This connection is not encrypted.</strong> Your password and session can be
        intercepted. Serve Switchboard over HTTPS before others use it.
      </p>
    </div>
  );
}
