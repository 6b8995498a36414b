"use client";

import Link from "next/link";
import { useShell } from "#components/shell/shell-context.tsx";
import { useMay } from "#components/shell/use-may.ts";
import { updateWorkspace } from "#lib/contract/workspaces.ts";
import { formatCount } from "#lib/format.ts";
import type { Generation } from "./generation.ts";

/** Why nothing of a call's texts is here, and where that is set. */
export function LogNotKept({ call }: { call: Generation }) {
  const { slug } = useShell().currentWorkspace;
  const mayChange = useMay(updateWorkspace);
  return (
    <div className="flex flex-col gap-2 rounded-md border border-dashed px-3 py-4 text-sm">
      <p>Input and output of this call are not kept.</p>
      <p className="text-muted">{reasonOf(call.content)}</p>
      {call.content.reason !== "no_text" && (
        <Link href={`/w/${slug}/settings#logging`} className="self-start text-accent-ink underline">
          {mayChange ? "Change what is kept" : "See what is kept"}
        </Link>
      )}
    </div>
  );
}

function reasonOf({ reason, sampling_rate: rate, retention_days: days }: Generation["content"]): string {
  switch (reason) {
    case "off":
      return "This workspace keeps no prompts and answers.";
    case "key":
      return "This workspace keeps the prompts and answers of other keys.";
    case "sampling":
      return `This workspace keeps about 1 in ${formatCount(Math.round(1 / rate))} calls, and this is not one of them.`;
    case "expired":
      return `It is older than ${formatCount(days)} days, which is how long prompts and answers are kept.`;
    case "no_text":
      return "Only the texts of responses, messages and chat completions are kept.";
    default:
      return "The setting was another one when it was made, or its caller asked for zero data retention.";
  }
}
