"use client";

import { type Answer, isRunning, timeToFirstMs, tokensPerSecond } from "#components/playground/result/answer.ts";
import { Metric } from "#components/playground/result/metric.tsx";
import { useElapsed } from "#components/playground/result/use-elapsed.ts";
import { Money } from "#components/ui/display/money.tsx";
import { formatCompact, formatCount } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";

/** A response's measures: time to the first token, speed, tokens, cost, total time. */
export function AnswerMetrics({ answer, costUsd }: { answer: Answer; costUsd: number | undefined }) {
  if (isRunning(answer)) return <Elapsed answer={answer} />;
  const { usage, startedMs, endedMs } = answer;
  if (endedMs === undefined) return null;
  const first = timeToFirstMs(answer);
  const speed = tokensPerSecond(answer);
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
      {first !== null && <Metric name="First token">{formatDuration(first)}</Metric>}
      {speed !== null && <Metric name="Speed">{formatCount(speed)} tokens/s</Metric>}
      {usage && (
        <>
          <Metric name="Input" title={inputTitle(usage)}>
            {formatCompact(usage.inputTokens)}
          </Metric>
          <Metric name="Output" title={outputTitle(usage)}>
            {formatCompact(usage.outputTokens)}
          </Metric>
        </>
      )}
      {(usage || costUsd !== undefined) && (
        <Metric name="Cost">
          <Money usd={costUsd} unknown="The gateway reported no cost for this response" />
        </Metric>
      )}
      <Metric name="Time">{formatDuration(endedMs - startedMs)}</Metric>
    </dl>
  );
}

/** Elapsed time; the only sign of progress from a model that does not stream. */
function Elapsed({ answer }: { answer: Answer }) {
  const elapsedMs = useElapsed(answer.startedMs, true);
  const first = timeToFirstMs(answer);
  const doing =
    answer.status === "waiting" ? (answer.streamed ? "Waiting for the first token" : "Waiting") : "Responding";
  return (
    <p className="flex gap-x-4 text-muted text-xs">
      <span>
        {doing} <span className="text-ink">{(elapsedMs / 1000).toFixed(1)} s</span>
      </span>
      {first !== null && (
        <span>
          First token <span className="text-ink">{formatDuration(first)}</span>
        </span>
      )}
    </p>
  );
}

type Usage = NonNullable<Answer["usage"]>;

function inputTitle({ inputTokens, cachedTokens }: Usage): string {
  const cached = cachedTokens > 0 ? `, ${formatCount(cachedTokens)} cached` : "";
  return `${formatCount(inputTokens)} input tokens${cached}`;
}

function outputTitle({ outputTokens, reasoningTokens }: Usage): string {
  const reasoning = reasoningTokens > 0 ? `, ${formatCount(reasoningTokens)} reasoning` : "";
  return `${formatCount(outputTokens)} output tokens${reasoning}`;
}
