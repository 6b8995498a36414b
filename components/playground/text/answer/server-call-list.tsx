"use client";

import { ChevronRight, Wrench } from "lucide-react";
import { type Answer, isRunning, type ServerCall } from "#components/playground/result/answer.ts";
import { useGeneration } from "#components/playground/result/use-generation.ts";
import { ScrollBox } from "#components/ui/display/scroll-box.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { formatDuration } from "#lib/format-time.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { usdColumn } from "#lib/usd-column.ts";
import { prettyJson } from "./pretty-json.ts";

/** The tools that the gateway ran for a response, with arguments and results, and finally the cost of each step. */
export function ServerCallList({ answer, calls }: { answer: Answer; calls: readonly ServerCall[] }) {
  const steps = useGeneration(answer.generationId, !isRunning(answer))?.steps ?? [];
  const format = usdColumn(steps.map((step) => usdOf(step.cost_nano_usd)));
  return (
    <fieldset aria-label="Server tools" className="flex min-w-0 flex-col gap-2">
      {calls.map((call) => (
        <Call key={call.id} call={call} isStopped={!isRunning(answer) && call.status === "running"} />
      ))}
      {steps.length > 0 && (
        <ol aria-label="Steps" className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs tabular-nums">
          {steps.map(({ started, latency, cost_nano_usd }, index) => (
            <li key={started}>
              Step {index + 1}: {format(usdOf(cost_nano_usd))}, {formatDuration(latency)}
            </li>
          ))}
        </ol>
      )}
    </fieldset>
  );
}

const TONES = { running: "info", done: "ok", failed: "bad" } as const;

/** `isStopped`: the response ended before the tool did. */
function Call({ call, isStopped }: { call: ServerCall; isStopped: boolean }) {
  const name = call.server === "switchboard" ? call.name : `${call.server}: ${call.name}`;
  return (
    <details className="group rounded-md border">
      <summary className="flex cursor-pointer items-center gap-2 px-3 py-1.5 text-sm">
        <ChevronRight className="size-3.5 text-muted transition-transform group-open:rotate-90" aria-hidden />
        <Wrench className="size-3.5 text-muted" aria-hidden />
        <span className="min-w-0 truncate font-mono">{name}</span>
        <span className="ml-auto">
          {isStopped ? (
            <StatusChip tone="neutral">stopped</StatusChip>
          ) : (
            <StatusChip tone={TONES[call.status]}>{call.status}</StatusChip>
          )}
        </span>
      </summary>
      <dl className="flex flex-col gap-1 border-t px-3 py-2 text-xs">
        <dt className="text-muted">Arguments</dt>
        <dd className="whitespace-pre-wrap break-words font-mono">{prettyJson(call.arguments)}</dd>
        {call.status !== "running" && (
          <>
            <dt className="pt-1 text-muted">{call.status === "failed" ? "Error" : "Result"}</dt>
            <ScrollBox as="dd" className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words">
              {call.result}
            </ScrollBox>
          </>
        )}
      </dl>
    </details>
  );
}
