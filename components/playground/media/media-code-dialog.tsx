"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { KEY_VARIABLE } from "#lib/request-samples.ts";
import type { SamplesOf } from "../code-samples.ts";
import { type MediaRequest, mediaSamples } from "./media-code.ts";

/** A mode's request, as its form is now, as code to take along. */
export function MediaCodeDialog({ request, onClose }: { request: MediaRequest | SamplesOf; onClose: () => void }) {
  const origin = (useShell().baseUrl ?? "").replace(/\/api\/v1$/, "");
  const samples = typeof request === "function" ? request(origin) : mediaSamples(request, origin);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="large"
      title="Code for this request"
      description={
        <>
          The same model, input and parameters. Put a key into the variable{" "}
          <code className="text-xs">{KEY_VARIABLE}</code>.
        </>
      }
    >
      <CodeBlock label="Code for this request" samples={samples} />
    </Dialog>
  );
}
