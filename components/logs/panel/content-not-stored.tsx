"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Link } from "#components/ui/display/link.tsx";
import { updateWorkspace } from "#lib/contract/workspaces.ts";
import { formatCount } from "#lib/format.ts";
import type { Generation } from "./generation.ts";

/** Why none of a request's content is stored, and where to change that. */
export function ContentNotStored({ call }: { call: Generation }) {
  const { slug } = useShell().currentWorkspace;
  const mayChange = usePermission(updateWorkspace);
  return (
    <div className="flex flex-col gap-2 rounded-md border border-dashed px-3 py-4 text-sm">
      <p>Input and output of this request are not stored.</p>
      <p className="text-muted">{reasonOf(call.content)}</p>
      {call.content.reason !== "no_text" && call.content.reason !== "rejected" && (
        <Link href={`/w/${slug}/settings#logging`} className="self-start text-accent-ink underline">
          {mayChange ? "Change logging settings" : "View logging settings"}
        </Link>
      )}
    </div>
  );
}

function reasonOf({ reason, sampling_rate: rate, retention_days: days }: Generation["content"]): string {
  switch (reason) {
    case "rejected":
      return "The gateway rejected this request. It stores only what guardrails blocked.";
    case "off":
      return "This workspace does not store prompts and responses.";
    case "key":
      return "This workspace stores prompts and responses for other keys only.";
    case "sampling":
      return `This workspace stores about 1 in ${formatCount(Math.round(1 / rate))} requests, and this is not one of them.`;
    case "expired":
      return `Prompts and responses are deleted after ${formatCount(days)} days.`;
    case "no_text":
      return "Only text requests (responses, messages and chat completions) are stored.";
    default:
      return "The setting was different at the time, or the caller asked for zero data retention.";
  }
}
