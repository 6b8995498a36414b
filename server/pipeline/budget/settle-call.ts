import { type GenerationRow, INTERRUPTED } from "#server/data/generations.ts";
import type { UpstreamError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Progress } from "#server/ledger/journal/checkpoints.ts";
import type { LimitUse } from "#server/ledger/limits/group.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import { keptRawUsage } from "#server/ledger/prices/raw-usage.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { AttemptLine } from "../attempts/attempt.ts";
import { isWithheld } from "../attempts/attempt-state.ts";
import { callColumns } from "../call-columns.ts";
import type { Entered } from "../enter-call.ts";
import { keepContent } from "../guard/kept-content.ts";
import type { Attempt } from "../model-call.ts";
import { chargeOf, textTerms } from "./charge.ts";
import { credentialUses, uncappedUses } from "./limits-of.ts";

/** Everything the ledger's row of a call says beside what its attempt has read. */
export type LedgerCall = Entered & { measure: Measure };

/** How the use of a kind of call is counted. */
export type Measure = {
  /** What an attempt has used, when it is over. */
  counted(attempt: Attempt): CountedUsage;
  /** What is charged for in any case as soon as an answer has begun. */
  begun(attempt: Attempt): Usage;
  /** Reads what an answer under way has used so far, estimated; undefined when nothing more has come. */
  soFar?(attempt: Attempt): () => Usage | undefined;
};

/** `estimated`: the upstream did not say it. */
export type CountedUsage = { usage: Usage; estimated: boolean };

/** What a settled call has cost and used. */
export type Settled = { usage: Usage; costNanoUsd: number };

/** Settles a call: its usage, cost, limits, health and ledger row. Called exactly once a call. */
export function settleCall(ledgerCall: LedgerCall, attempt: Attempt, status: number): Settled {
  const { call, reservation, principal } = ledgerCall;
  const { candidate, state, timeouts } = attempt;
  const cancelled = timeouts.stopped() === "caller";
  if (state.failure && !cancelled) markFailed(ledgerCall.lines, state.failure);
  const counted = ledgerCall.measure.counted(attempt);
  const row = ledgerRow(ledgerCall, attempt, counted, { status: cancelled ? CLIENT_CLOSED : status, cancelled });
  const uses = [
    ...reservation.settle(row.costNanoUsd, candidate.isByok),
    ...uncappedUses(principal),
    ...credentialUses(candidate),
  ];
  noteHealth(call.gateway, attempt, counted.usage, performance.now());
  call.gateway.ledger.record(row, uses);
  keepContent(call, row, state);
  return { usage: counted.usage, costNanoUsd: row.costNanoUsd };
}

/**
 * Notes a stream that begins, as far as it is known: should the process die, the caller has had some of it, and the
 * provider charges for the input at least. It is marked as estimated.
 */
export function begin(ledgerCall: LedgerCall, attempt: Attempt): void {
  const { row, uses } = interrupted(ledgerCall, attempt);
  const soFar = ledgerCall.measure.soFar?.(attempt);
  ledgerCall.call.gateway.ledger.begin(row, uses, soFar && (() => progress(ledgerCall, attempt, soFar())));
}

function progress(ledgerCall: LedgerCall, attempt: Attempt, usage: Usage | undefined): Progress | undefined {
  if (!usage) return undefined;
  const { candidate, state } = attempt;
  // Other models are told of at an answer's end.
  const { call } = ledgerCall;
  const cost = costOf(usage, candidate.prices, textTerms(call.dialect, call.body, candidate, state));
  const { nanoUsd: costNanoUsd, lines, unpriced } = cost;
  const totalMs = Math.round(performance.now() - ledgerCall.arrivedMs);
  return { usage, costNanoUsd, priceIds: lines.map(({ priceId }) => priceId), unpriced, totalMs };
}

/** The row a call would have if nothing more were heard of it, and what it would take of each limit. */
export function interrupted(ledgerCall: LedgerCall, attempt: Attempt): { row: GenerationRow; uses: LimitUse[] } {
  const { reservation, principal } = ledgerCall;
  const { candidate } = attempt;
  const counted = { usage: ledgerCall.measure.begun(attempt), estimated: true };
  const row = ledgerRow(ledgerCall, attempt, counted, { status: 200, cancelled: false, error: INTERRUPTED });
  const uses = [
    ...reservation.uses(row.costNanoUsd, candidate.isByok),
    ...uncappedUses(principal),
    ...credentialUses(candidate),
  ];
  return { row, uses };
}

/** Charges for the part of an answer that another candidate continues, as a generation of its own. Returns its id. */
export function chargePartialResponse(ledgerCall: LedgerCall, attempt: Attempt): string {
  const { call, reservation, principal } = ledgerCall;
  const { candidate, state } = attempt;
  if (state.failure) markFailed(ledgerCall.lines, state.failure);
  const status = state.failure?.status ?? 502;
  const id = `${call.id}-${ledgerCall.lines.length}`;
  const counted = ledgerCall.measure.counted(attempt);
  const row = { ...ledgerRow(ledgerCall, attempt, counted, { status, cancelled: false }), id };
  const uses = [
    ...reservation.charge(row.costNanoUsd, candidate.isByok),
    ...uncappedUses(principal),
    ...credentialUses(candidate),
  ];
  noteHealth(call.gateway, attempt, counted.usage, performance.now());
  call.gateway.ledger.record({ ...row, attempts: [...ledgerCall.lines] }, uses);
  return id;
}

/** Of an upstream's ids and words; an index takes no longer ones. */
const LONGEST_NAME = 256;

type Outcome = { status: number; cancelled: boolean; error?: string };

function ledgerRow(
  ledgerCall: LedgerCall,
  attempt: Attempt,
  { usage, estimated }: CountedUsage,
  outcome: Outcome,
): GenerationRow {
  const { call } = ledgerCall;
  const { candidate, state } = attempt;
  const { cost, own, others, serviceTier, unpriced } = chargeOf(call, candidate, state, usage);
  const error = outcome.error ?? (outcome.cancelled ? undefined : state.failure?.message);
  return {
    ...callColumns(ledgerCall, call),
    model: candidate.endpoint.model,
    modelEndpoint: candidate.endpoint.id,
    provider: candidate.provider.id,
    upstreamId: state.upstreamId?.slice(0, LONGEST_NAME) ?? null,
    isByok: candidate.isByok,
    attempts: ledgerCall.lines,
    usage,
    rawUsage: keptRawUsage(state.rawUsage),
    usageEstimated: estimated,
    costNanoUsd: cost.nanoUsd,
    reportedCostNanoUsd: (state.rawUsage && candidate.provider.reportedCost?.(state.rawUsage)) ?? null,
    otherModels: others.length > 0 ? others : null,
    priceIds: own.lines.map(({ priceId }) => priceId),
    serviceTier,
    unpriced,
    status: outcome.status,
    finish: outcome.error ? "error" : finishOf(attempt, outcome.cancelled),
    nativeFinish: state.nativeFinish?.slice(0, LONGEST_NAME) ?? null,
    error: error ?? null,
    cancelled: outcome.cancelled,
    queueMs: Math.round(ledgerCall.plannedMs - ledgerCall.arrivedMs),
    firstTokenMs: state.firstContentMs === undefined ? null : Math.round(state.firstContentMs - ledgerCall.arrivedMs),
    notes: state.notes,
  };
}

/** The status that servers log for a client that closed its connection. */
const CLIENT_CLOSED = 499;

/** An attempt that began well and failed later is no success. */
function markFailed(lines: AttemptLine[], { status, message, fault }: UpstreamError): void {
  const last = lines.at(-1);
  if (fault === "guardrail") return;
  if (last?.status === 200) Object.assign(last, { status, error: message.slice(0, 1000) });
}

function finishOf({ state }: Attempt, cancelled: boolean): string {
  if (cancelled) return "cancelled";
  if (isWithheld(state)) return "content_filter";
  return state.failure ? "error" : (state.nativeFinish?.slice(0, LONGEST_NAME) ?? "stop");
}

// A failure before the first content has been noted by the attempt itself.
function noteHealth(gateway: Gateway, { candidate, state, startedMs }: Attempt, usage: Usage, endedMs: number): void {
  if (state.firstContentMs === undefined) return;
  const writingMs = endedMs - state.firstContentMs;
  gateway.health.record(candidate.endpoint.id, {
    atMs: gateway.now(),
    isSuccess: state.failure === undefined || isWithheld(state),
    firstContentMs: state.firstContentMs - startedMs,
    ...(usage.output_tokens &&
      writingMs >= SHORTEST_WRITING_MS && { tokensPerSecond: (usage.output_tokens * 1000) / writingMs }),
  });
}

// A shorter time is the time of one network read, not of writing.
const SHORTEST_WRITING_MS = 20;
