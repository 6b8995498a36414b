"use client";

import { Square } from "lucide-react";
import type { ReactNode } from "react";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { AnswerError } from "../result/answer-error.tsx";
import { AnswerTitle } from "../result/answer-title.tsx";
import { RoutingTrail } from "../result/routing-trail.tsx";
import type { Measure } from "./measure.ts";
import type { MediaCall } from "./media-call.ts";
import { MediaMetrics } from "./media-metrics.tsx";

type MediaAnswerProps<Result> = {
  call: MediaCall<Result>;
  onRetry: () => void;
  onModel: (model: string) => void;
  measures: (result: Result) => readonly Measure[];
  children: (result: Result) => ReactNode;
};

/** One request, displayed like a text response: model, result, errors, measures, routing. */
export function MediaAnswer<Result>({ call, onRetry, onModel, measures, children }: MediaAnswerProps<Result>) {
  const { status, result, error, routing, generationId } = call;
  const running = status === "running";
  return (
    <article aria-label={`Response from ${call.model}`} aria-busy={running} className="flex min-w-0 flex-col gap-3">
      <AnswerTitle answer={call} />
      {result !== undefined && children(result)}
      {error && <AnswerError error={error} partial={result !== undefined} onRetry={onRetry} onModel={onModel} />}
      {status === "stopped" && (
        <StatusChip tone="neutral" icon={<Square aria-hidden />}>
          Stopped
        </StatusChip>
      )}
      <MediaMetrics call={call} measures={result === undefined ? [] : measures(result)} />
      {!running && <RoutingTrail routing={routing} generationId={generationId} />}
    </article>
  );
}
