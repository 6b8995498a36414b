import type { z } from "zod";
import type { GenerationRouting, HedgeOutcome } from "#lib/contract/generation-routing.ts";
import type { HedgeRecord } from "#server/pipeline/planning/record/routing-record.ts";

type Explained = NonNullable<z.output<typeof GenerationRouting>["hedge"]>;

/** Why there was no second attempt. */
const OBSTACLES: Partial<Record<HedgeOutcome, string>> = {
  not_needed: "The first candidate responded in time, so no second one was started.",
  alone: "There was no second candidate of the same model.",
  unknown_latency: "No second candidate was started: too few recent responses show when the first one is slow.",
  paused: "No second candidate was started: its circuit was open.",
  limit: "No second candidate was started: a spending limit does not cover it.",
  streamed: "No second candidate was started: streams are not hedged.",
  operation: "No second candidate was started: only text requests are hedged.",
  server_tools: "No second candidate was started: requests with server tools are not hedged.",
  batch: "No second candidate was started: batches are not hedged.",
};

/** Returns what a requested hedge did, and what the canceled request cost. */
export function explainHedge({ outcome, afterMs, canceled }: HedgeRecord): Explained {
  return {
    outcome,
    after_ms: afterMs ?? null,
    canceled_generation_id: canceled?.generation ?? null,
    canceled_cost: canceled?.costNanoUsd === undefined ? null : canceled.costNanoUsd / 1e9,
    explanation: OBSTACLES[outcome] ?? `A second candidate was started after ${afterMs} ms, and ${ENDS[outcome]}.`,
  };
}

const ENDS: Partial<Record<HedgeOutcome, string>> = {
  first: "the first one still responded first",
  second: "responded first",
  failed: "both failed",
};
