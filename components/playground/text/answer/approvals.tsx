"use client";

import { ShieldQuestion } from "lucide-react";
import { useState } from "react";
import type { ApprovalRequest } from "#components/playground/result/answer.ts";
import { Button } from "#components/ui/display/button.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { Decision } from "../pane/conversation.ts";
import { prettyJson } from "./pretty-json.ts";

type ApprovalsProps = {
  requests: readonly ApprovalRequest[];
  /** Set while the requests can be decided. Called once all of them are. */
  onDecide: ((decisions: readonly Decision[]) => void) | undefined;
};

/** The calls of MCP servers that wait for the user's approval. */
export function Approvals({ requests, onDecide }: ApprovalsProps) {
  const [decided, setDecided] = useState<Readonly<Record<string, boolean>>>({});
  const decide = (id: string, approve: boolean) => {
    const all = { ...decided, [id]: approve };
    setDecided(all);
    if (requests.some((request) => all[request.id] === undefined)) return;
    onDecide?.(requests.map((request) => ({ ...decisionOf(request), approve: all[request.id] === true })));
  };
  return (
    <div className="flex flex-col gap-3">
      {requests.map((request) => {
        const name = nameOf(request);
        const approved = decided[request.id];
        return (
          <fieldset key={request.id} aria-label={`Approval of ${name}`} className="min-w-0 rounded-md border">
            <p className="flex items-center gap-2 border-b px-3 py-1.5 text-sm">
              <ShieldQuestion className="size-3.5 shrink-0 text-muted" aria-hidden />
              <span className="min-w-0 truncate font-mono">{name}</span>
              <span className="ml-auto shrink-0">
                {approved === undefined && onDecide && <StatusChip tone="warn">waiting for approval</StatusChip>}
                {approved === true && <StatusChip tone="ok">approved</StatusChip>}
                {approved === false && <StatusChip tone="neutral">denied</StatusChip>}
              </span>
            </p>
            <pre className="whitespace-pre-wrap break-words px-3 py-2 text-xs">{prettyJson(request.arguments)}</pre>
            {onDecide && (
              <div className="flex gap-2 border-t px-3 py-2">
                <Button size="small" onClick={() => decide(request.id, true)} aria-label={`Approve ${name}`}>
                  Approve
                </Button>
                <Button
                  size="small"
                  variant="ghost"
                  onClick={() => decide(request.id, false)}
                  aria-label={`Deny ${name}`}
                >
                  Deny
                </Button>
              </div>
            )}
          </fieldset>
        );
      })}
    </div>
  );
}

function decisionOf(request: ApprovalRequest): Omit<Decision, "approve"> {
  return { requestId: request.id, name: nameOf(request) };
}

function nameOf({ server, name }: ApprovalRequest): string {
  return `${server}: ${name}`;
}
