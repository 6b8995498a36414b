"use client";

import { Money } from "#components/ui/display/money.tsx";
import { formatDuration } from "#lib/format-time.ts";
import { Metric } from "../result/metric.tsx";
import { useElapsed } from "../result/use-elapsed.ts";
import { useGeneration } from "../result/use-generation.ts";
import type { Measure } from "./measure.ts";
import type { MediaCall } from "./media-call.ts";

type MediaMetricsProps = { call: MediaCall<unknown>; measures: readonly Measure[] };

/** A request's measures: elapsed time while it runs, then its measures, cost and time. */
export function MediaMetrics({ call, measures }: MediaMetricsProps) {
  const { startedMs, endedMs, generationId } = call;
  const reportedCost = call.costUsd;
  const record = useGeneration(generationId, endedMs !== undefined && reportedCost === undefined);
  if (endedMs === undefined) return <Elapsed startedMs={startedMs} />;
  const costUsd = reportedCost ?? record?.total_cost;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
      {measures.map(({ name, text, title }) => (
        <Metric key={name} name={name} {...(title ? { title } : {})}>
          {text}
        </Metric>
      ))}
      {(generationId || costUsd !== undefined) && (
        <Metric name="Cost">
          <Money usd={costUsd} unknown="The gateway reported no cost for this request" />
        </Metric>
      )}
      <Metric name="Time">{formatDuration(endedMs - startedMs)}</Metric>
    </dl>
  );
}

function Elapsed({ startedMs }: { startedMs: number }) {
  const elapsedMs = useElapsed(startedMs, true);
  return (
    <p className="text-muted text-xs">
      Waiting <span className="text-ink">{(elapsedMs / 1000).toFixed(1)} s</span>
    </p>
  );
}
