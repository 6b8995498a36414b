"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { KEY_VARIABLE } from "#lib/request-samples.ts";
import type { SamplesOf } from "./code-samples.ts";

type RequestCodeProps = {
  /** The settings shared with the page: "model, input and parameters". */
  same: string;
  /** Another sentence about the code. */
  note?: string | false;
  samples: SamplesOf;
  onClose: () => void;
};

/** The page's request as code to copy. */
export function RequestCode({ same, note, samples, onClose }: RequestCodeProps) {
  const origin = (useShell().baseUrl ?? "").replace(/\/api\/v1$/, "");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="large"
      title="Code for this request"
      description={
        <>
          Sends the same {same}. Set <code className="text-xs">{KEY_VARIABLE}</code> to your API key. {note}
        </>
      }
    >
      <CodeBlock label="Code for this request" samples={samples(origin)} />
    </Dialog>
  );
}
