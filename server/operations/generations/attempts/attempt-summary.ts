import type { z } from "zod";
import type { GenerationAttempt } from "#lib/contract/generation-attempts.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type { ListedAttempt } from "#server/data/generation-attempts.ts";
import type { AttemptLine } from "#server/pipeline/attempts/attempt-line.ts";
import type { Step } from "#server/pipeline/budget/step-charges.ts";

type Summary = z.output<typeof GenerationAttempt>;

/** Returns an attempt as the list shows it. */
export function attemptSummary(row: ListedAttempt): Summary {
  const line = row.line as AttemptLine;
  const costNanoUsd = costOf(row);
  return {
    generation_id: row.id,
    created_at: new Date(row.at).toISOString(),
    number: row.number,
    attempts: row.attempts,
    provider_name: line.provider,
    model: line.model,
    endpoint_id: line.endpoint,
    requested_model: row.requestedModel,
    status: line.status,
    outcome: outcomeOf(line.status),
    error: line.error ?? null,
    latency: line.durationMs,
    is_byok: line.isByok,
    credential_id: line.credentialId ?? null,
    credential_name: line.credentialName ?? null,
    cost: costNanoUsd === null ? null : usdOf(costNanoUsd),
    status_class: row.statusClass as Summary["status_class"],
  };
}

function outcomeOf(status: number): Summary["outcome"] {
  if (status === 429) return "429";
  return status >= 500 ? "5xx" : status >= 400 ? "4xx" : "ok";
}

/**
 * Returns what an attempt cost: its step if the request had several, what was charged for its partial response, or for
 * the last attempt the whole request. Other attempts cost nothing, unless the provider may have processed them.
 */
function costOf({ number, attempts, line, lines, steps, costNanoUsd, partialNanoUsd }: ListedAttempt): number | null {
  if (partialNanoUsd !== null) return partialNanoUsd;
  const { status, mayBeBilled } = line as AttemptLine;
  if (number < attempts && status >= 400) return mayBeBilled ? null : 0;
  if (steps === null) return number === attempts ? costNanoUsd : 0;
  return stepCost(lines as AttemptLine[], steps as Step[], number);
}

/** Each step has an attempt that succeeded, or the last one. Unknown if a step had only tools. */
function stepCost(lines: readonly AttemptLine[], steps: readonly Step[], number: number): number | null {
  const places = lines.flatMap(({ status }, place) => (status < 400 || place === lines.length - 1 ? [place] : []));
  return places.length === steps.length ? (steps[places.indexOf(number - 1)]?.costNanoUsd ?? null) : null;
}
