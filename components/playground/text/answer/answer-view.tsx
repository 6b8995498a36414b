"use client";

import { ChevronRight, Code, GitBranch, RotateCw, Square, Type } from "lucide-react";
import { useState } from "react";
import { type Answer, isRunning } from "#components/playground/result/answer.ts";
import { AnswerError } from "#components/playground/result/answer-error.tsx";
import { AnswerTitle } from "#components/playground/result/answer-title.tsx";
import { RoutingTrail } from "#components/playground/result/routing-trail.tsx";
import { useAnswerUsage } from "#components/playground/result/use-generation.ts";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { AssistantTurn } from "../pane/conversation.ts";
import { usePlayground, usePlaygroundState } from "../pane/use-playground.ts";
import { MOST_PANES } from "../settings/stored-settings.ts";
import { AnswerMetrics } from "./answer-metrics.tsx";
import { AnswerText } from "./answer-text.tsx";
import { Approvals } from "./approvals.tsx";
import { ServerCallList } from "./server-call-list.tsx";
import { ToolCalls } from "./tool-calls.tsx";

type AnswerViewProps = { paneId: string; turn: AssistantTurn; last: boolean };

/** One response: reasoning, text, tool calls, error, measures, routing. */
export function AnswerView({ paneId, turn, last }: AnswerViewProps) {
  const { actions } = usePlayground();
  const [raw, setRaw] = useState(false);
  const { answer } = turn;
  const running = isRunning(answer);
  const { usage, costUsd } = useAnswerUsage(answer);
  const canSend = last && answer.status === "done";
  const retry = () => actions.retry(paneId, turn.id);
  const askModel = (model: string) => {
    actions.setModel(paneId, model);
    retry();
  };
  return (
    <article aria-label={`Response from ${answer.model}`} aria-busy={running} className="flex min-w-0 flex-col gap-3">
      <AnswerTitle answer={answer} />
      {answer.reasoning !== "" && <Reasoning answer={answer} />}
      {answer.serverCalls && <ServerCallList answer={answer} calls={answer.serverCalls} />}
      {answer.text !== "" && <AnswerText text={answer.text} raw={raw} growing={running} />}
      {answer.toolCalls.length > 0 && (
        <ToolCalls
          calls={answer.toolCalls}
          onSend={canSend ? (results) => actions.sendToolResults(paneId, results) : undefined}
        />
      )}
      {answer.approvals && (
        <Approvals
          requests={answer.approvals}
          onDecide={canSend ? (decisions) => actions.decide(paneId, decisions) : undefined}
        />
      )}
      {answer.error && (
        <AnswerError error={answer.error} partial={answer.text !== ""} onRetry={retry} onModel={askModel} />
      )}
      <Ending answer={answer} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <AnswerMetrics answer={usage ? { ...answer, usage } : answer} costUsd={costUsd} />
        {!running && (
          <div className="-ml-1.5 flex items-center">
            {!answer.error && (
              <IconButton size="small" label="Regenerate" onClick={retry}>
                <RotateCw aria-hidden />
              </IconButton>
            )}
            <BranchButton paneId={paneId} turnId={turn.id} />
            {answer.text !== "" && (
              <>
                <CopyButton text={answer.text} label="Copy response" />
                <IconButton
                  size="small"
                  label={raw ? "Show formatted" : "Show raw"}
                  aria-pressed={raw}
                  onClick={() => setRaw(!raw)}
                >
                  {raw ? <Type aria-hidden /> : <Code aria-hidden />}
                </IconButton>
              </>
            )}
          </div>
        )}
      </div>
      {!running && <RoutingTrail routing={answer.routing} generationId={answer.generationId} />}
    </article>
  );
}

function BranchButton({ paneId, turnId }: { paneId: string; turnId: string }) {
  const { actions } = usePlayground();
  const full = usePlaygroundState(({ panes }) => panes.length >= MOST_PANES);
  return (
    <IconButton
      size="small"
      label={full ? "Branch from here (all four panes are in use)" : "Branch from here"}
      disabled={full}
      onClick={() => actions.branch(paneId, turnId)}
    >
      <GitBranch aria-hidden />
    </IconButton>
  );
}

/** The model's reasoning, collapsed; open while there is nothing else to see. */
function Reasoning({ answer }: { answer: Answer }) {
  const thinking = isRunning(answer) && answer.text === "" && answer.toolCalls.length === 0;
  return (
    <details className="group/reasoning text-sm" open={thinking}>
      <summary className="flex min-h-6 w-fit list-none items-center gap-1.5 rounded-sm text-muted text-xs hover:text-ink">
        <ChevronRight className="size-3.5 group-open/reasoning:rotate-90" aria-hidden />
        Reasoning
      </summary>
      <p className="mt-1.5 ml-1.5 max-w-[80ch] whitespace-pre-wrap break-words border-line-strong border-l pl-3.5 text-muted [unicode-bidi:plaintext]">
        {answer.reasoning}
      </p>
    </details>
  );
}

/** Any unusual end: stopped, cut off by the limit, refused. */
function Ending({ answer }: { answer: Answer }) {
  if (answer.status === "stopped") {
    return (
      <StatusChip tone="neutral" icon={<Square aria-hidden />}>
        Stopped
      </StatusChip>
    );
  }
  const note = answer.status === "done" ? ENDINGS.get(answer.finish ?? "") : undefined;
  return note ? <StatusChip tone="warn">{note}</StatusChip> : null;
}

const ENDINGS = new Map([
  ["max_output_tokens", "Cut at the token limit"],
  ["max_tokens", "Cut at the token limit"],
  ["content_filter", "Stopped by a content filter"],
  ["refusal", "The model refused"],
]);
