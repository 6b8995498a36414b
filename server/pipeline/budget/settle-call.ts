import { byokOf, type GenerationRow, INTERRUPTED } from "#server/data/generations.ts";
import type { UpstreamError } from "#server/errors.ts";
import type { Progress } from "#server/ledger/journal/checkpoints.ts";
import type { Spent } from "#server/ledger/limits/limits.ts";
import type { LimitUse } from "#server/ledger/limits/row-group.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import { boundRawUsage } from "#server/ledger/prices/raw-usage.ts";
import { addUsage } from "#server/providers/usage/add-usage.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { Arm } from "../aliases/arm.ts";
import { noteArms } from "../aliases/note-arms.ts";
import { errorFields } from "../attempts/attempt.ts";
import type { AttemptLine } from "../attempts/attempt-line.ts";
import { type AttemptState, isWithheld } from "../attempts/attempt-state.ts";
import { endAttempt } from "../attempts/attempt-trace.ts";
import { callColumns } from "../call-columns.ts";
import type { Entered } from "../enter-call.ts";
import { storeContent } from "../guard/stored-content.ts";
import type { Attempt } from "../model-call.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import type { Candidate } from "../planning/candidate.ts";
import { waitNotes } from "../rate-limits/hold.ts";
import { withSent } from "../request-record/request-record.ts";
import { chargeOf, textTerms } from "./charge.ts";
import { credentialUses, uncappedUses } from "./limits-of.ts";
import type { CountedUsage, Measure } from "./measure.ts";
import { credentialShares, spentOn } from "./paid-part.ts";
import { partsOf, type StepCharge, splitOf, stepCharge, stepColumns, toolStep } from "./step-charges.ts";

/** What the ledger row of a request needs besides the attempt state. */
export type LedgerCall = Entered & {
  measure: Measure;
  /** The finished steps of a call with server tools. */
  steps?: StepCharge[];
};

/** The usage and cost of a settled request. */
export type Settled = { usage: Usage; costNanoUsd: number };

/**
 * Settles a request: writes its usage, cost and ledger row, and updates limits and health. Must run exactly once for
 * each call.
 */
export function settleCall(ledgerCall: LedgerCall, attempt: Attempt, status: number): Settled {
  const { call, reservation } = ledgerCall;
  const { candidate, state, timeouts } = attempt;
  const cancelled = timeouts.stopped() === "caller";
  if (state.failure && !cancelled) markFailed(ledgerCall.lines, state.failure);
  const counted = ledgerCall.measure.counted(attempt);
  const row = ledgerRow(ledgerCall, attempt, counted, { status: cancelled ? CLIENT_CLOSED : status, cancelled });
  ledgerCall.rates?.count(row);
  const uses = [...reservation.settle(spentIn(row)), ...unlimitedUses(ledgerCall, candidate)];
  noteHealth(call.gateway, attempt, counted.usage, performance.now());
  call.gateway.ledger.record(row, uses);
  ledgerCall.batch?.charged(row.costNanoUsd);
  if (ledgerCall.arms) noteCanaries(ledgerCall, ledgerCall.arms, row);
  endAttempt(attempt);
  call.trace?.end(row);
  storeContent(call, row, state);
  return { usage: counted.usage, costNanoUsd: row.costNanoUsd };
}

/** Records the request for its canaries. A fallback to another model is a failure of the target. */
function noteCanaries({ call, candidates }: LedgerCall, arms: readonly Arm[], row: GenerationRow): void {
  if (row.cancelled) return;
  const isFailed = row.error !== null || row.model !== candidates[0]?.endpoint.model;
  noteArms(call.gateway, arms, { status: row.status, isFailed, firstContentMs: row.firstTokenMs });
}

/**
 * Records a stream that starts, with estimated usage. If the process dies, the caller has received part of the response
 * and the provider charges at least for the input.
 */
export function begin(ledgerCall: LedgerCall, attempt: Attempt): void {
  const { row, uses } = rowIfInterrupted(ledgerCall, attempt, ledgerCall.measure.begun(attempt));
  const soFar = ledgerCall.measure.soFar?.(attempt);
  ledgerCall.call.gateway.ledger.begin(row, uses, soFar && (() => progress(ledgerCall, attempt, soFar())));
}

/** Records the finished steps and paid tools of a call whose next step has not begun, in case the process dies. */
export function keepSteps(ledgerCall: LedgerCall, attempt: Attempt): void {
  const { row, uses } = rowIfInterrupted(ledgerCall, attempt, {});
  ledgerCall.call.gateway.ledger.begin(row, uses);
}

function progress(ledgerCall: LedgerCall, attempt: Attempt, usage: Usage | undefined): Progress | undefined {
  if (!usage) return undefined;
  const { candidate, state } = attempt;
  // Other models are reported only at the end of a response.
  const { call } = ledgerCall;
  const cost = costOf(usage, candidate.prices, textTerms(call.dialect, call.body, candidate, state));
  const { lines, unpriced } = cost;
  const totalMs = Math.round(performance.now() - ledgerCall.arrivedMs);
  const priceIds = lines.map(({ priceId }) => priceId);
  const { steps = [] } = ledgerCall;
  if (steps.length === 0) return { usage, costNanoUsd: cost.nanoUsd, byokNanoUsd: null, priceIds, unpriced, totalMs };
  const all = [...steps.map(({ counted }) => counted.usage), usage];
  const spent = spentOn([...partsOf(steps), { cost, credentialId: candidate.own?.id ?? null }]);
  return {
    usage: all.reduce<Usage>((sum, one) => addUsage(sum, { requests: 1, ...one }), {}),
    costNanoUsd: spent.costNanoUsd,
    byokNanoUsd: splitOf(spent, candidate.isByok),
    priceIds,
    unpriced: [...new Set([...steps.flatMap(({ charge }) => charge.unpriced), ...unpriced])],
    totalMs,
  };
}

/**
 * Returns the ledger row and the limit uses of a request as they would be if the process died now. `usage`: of the
 * response in progress.
 */
export function rowIfInterrupted(
  ledgerCall: LedgerCall,
  attempt: Attempt,
  usage: Usage,
): { row: GenerationRow; uses: LimitUse[] } {
  const { candidate } = attempt;
  const counted = { usage, estimated: true };
  const row = ledgerRow(ledgerCall, attempt, counted, { status: 200, cancelled: false, error: INTERRUPTED });
  const uses = [...ledgerCall.reservation.uses(spentIn(row)), ...unlimitedUses(ledgerCall, candidate)];
  return { row, uses };
}

/** Charges for a partial response that another candidate continues, as a separate generation. Returns its id. */
export function chargePartialResponse(ledgerCall: LedgerCall, attempt: Attempt): string {
  const { call, reservation } = ledgerCall;
  const { candidate, state } = attempt;
  if (state.failure) markFailed(ledgerCall.lines, state.failure);
  const status = state.failure?.status ?? 502;
  const id = `${call.id}-${ledgerCall.lines.length}`;
  const counted = ledgerCall.measure.counted(attempt);
  const row = { ...ledgerRow(ledgerCall, attempt, counted, { status, cancelled: false }), id };
  ledgerCall.rates?.count(row);
  const uses = [...reservation.charge(spentIn(row)), ...unlimitedUses(ledgerCall, candidate)];
  noteHealth(call.gateway, attempt, counted.usage, performance.now());
  call.gateway.ledger.record({ ...row, attempts: [...ledgerCall.lines] }, uses);
  endAttempt(attempt);
  return id;
}

/**
 * Charges for a request that was canceled because another candidate responded first, as a separate generation. Returns
 * its id and cost; nothing if the request was not sent yet. `line`: its attempt.
 */
export function chargeCanceled(
  ledgerCall: LedgerCall,
  attempt: Attempt,
  line: AttemptLine,
): { generation: string; costNanoUsd: number } | undefined {
  const { call, reservation, lines, measure } = ledgerCall;
  if (!attempt.state.sent) return undefined;
  const id = `${call.id}-${lines.length}`;
  const counted = { usage: measure.sent?.(attempt) ?? {}, estimated: true };
  const outcome = { status: CLIENT_CLOSED, cancelled: true };
  // The decision belongs to the generation that goes on.
  const row = { ...ledgerRow(ledgerCall, attempt, counted, outcome), id, attempts: [line], routing: null };
  ledgerCall.rates?.count(row);
  const uses = [...reservation.charge(spentIn(row)), ...unlimitedUses(ledgerCall, attempt.candidate)];
  call.gateway.ledger.record(row, uses);
  return { generation: id, costNanoUsd: row.costNanoUsd };
}

function spentIn(row: GenerationRow): Spent {
  return { costNanoUsd: row.costNanoUsd, byokNanoUsd: byokOf(row) };
}

/** Returns the spending to count where no limit applies. */
function unlimitedUses({ principal, steps = [] }: LedgerCall, candidate: Candidate): LimitUse[] {
  return [...uncappedUses(principal), ...credentialUses(candidate, credentialShares(partsOf(steps)))];
}

/** Longest upstream id or name to store; the database index accepts no longer ones. */
const LONGEST_NAME = 256;

const OVERDRAWN = "overdraft: not covered by its limits when it started, because the database was not responding";

type Outcome = { status: number; cancelled: boolean; error?: string };

function ledgerRow(
  ledgerCall: LedgerCall,
  attempt: Attempt,
  { usage, estimated }: CountedUsage,
  outcome: Outcome,
): GenerationRow {
  const { call } = ledgerCall;
  const { candidate, state } = attempt;
  const charge = chargeOf(call, candidate, state, usage);
  const { cost, own, others, serviceTier, unpriced } = charge;
  const error = outcome.error ?? (outcome.cancelled ? undefined : state.failure?.message);
  const row: GenerationRow = {
    ...callColumns(ledgerCall, call),
    request: ledgerCall.received && withSent(ledgerCall.received, state.sent),
    model: candidate.endpoint.model,
    modelEndpoint: candidate.endpoint.id,
    provider: candidate.provider.id,
    upstreamId: state.upstreamId?.slice(0, LONGEST_NAME) ?? null,
    isByok: candidate.isByok,
    attempts: ledgerCall.lines,
    usage,
    rawUsage: boundRawUsage(state.rawUsage),
    usageEstimated: estimated,
    costNanoUsd: cost.nanoUsd,
    byokNanoUsd: null,
    reportedCostNanoUsd: (state.rawUsage && candidate.provider.reportedCost?.(state.rawUsage)) ?? null,
    otherModels: others.length > 0 ? others : null,
    steps: null,
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
    toolCalls: toolCallsOf(ledgerCall, state),
    notes: [
      ...state.notes,
      ...call.pluginNotes.map(({ name, summary }) => `${name}: ${summary}`),
      ...(ledgerCall.reservation.isOverdrawn() ? [OVERDRAWN] : []),
      ...waitNotes(ledgerCall.rates),
    ],
  };
  const { steps, arrivedMs } = ledgerCall;
  if (!steps?.length) return row;
  const current = stepCharge(attempt, { usage, estimated }, charge, arrivedMs);
  return { ...row, ...stepColumns(steps, current, arrivedMs, outcome.error === undefined) };
}

/** Returns how many tools the model called: those that the gateway ran after earlier steps, and the caller's. */
function toolCallsOf({ steps = [] }: LedgerCall, { toolCalls = 0 }: AttemptState): number | null {
  return steps.reduce((sum, { step }) => sum + step.tools.length, toolCalls) || null;
}

/** Returns the usage and cost of the current step of a call with server tools, which may have just ended. */
export function chargeStep({ call, measure, arrivedMs }: LedgerCall, attempt: Attempt): StepCharge {
  const { candidate, state } = attempt;
  const counted = measure.counted(attempt);
  return stepCharge(attempt, counted, chargeOf(call, candidate, state, counted.usage), arrivedMs);
}

/** Charges for a step that is followed by tools and usually another step. */
export function finishStep(ledgerCall: LedgerCall, attempt: Attempt): StepCharge {
  const finished = chargeStep(ledgerCall, attempt);
  ledgerCall.steps = [...(ledgerCall.steps ?? []), finished];
  noteHealth(ledgerCall.call.gateway, attempt, finished.counted.usage, performance.now());
  endAttempt(attempt);
  return finished;
}

/** Adds a step with only tools, before the model's first response. */
export function addToolStep(ledgerCall: LedgerCall, attempt: Attempt): StepCharge {
  const added = toolStep(attempt, ledgerCall.arrivedMs);
  ledgerCall.steps = [...(ledgerCall.steps ?? []), added];
  return added;
}

/** The nginx status for a client that closed its connection. */
const CLIENT_CLOSED = 499;

/** Marks an attempt as failed if it started well and failed later. */
function markFailed(lines: AttemptLine[], failure: UpstreamError): void {
  const last = lines.at(-1);
  if (failure.fault === "guardrail") return;
  if (last?.status === 200) Object.assign(last, { status: failure.status, ...errorFields(failure) });
}

function finishOf({ state }: Attempt, cancelled: boolean): string {
  if (cancelled) return "cancelled";
  if (isWithheld(state)) return "content_filter";
  return state.failure ? "error" : (state.nativeFinish?.slice(0, LONGEST_NAME) ?? "stop");
}

// Records health. A failure before the first content was already recorded by the attempt.
function noteHealth(
  gateway: PipelineGateway,
  { candidate, state, startedMs }: Attempt,
  usage: Usage,
  endedMs: number,
): void {
  if (state.firstContentMs === undefined || state.isBatched) return;
  const writingMs = endedMs - state.firstContentMs;
  gateway.health.record(candidate.endpoint.id, {
    atMs: gateway.now(),
    isSuccess: state.failure === undefined || isWithheld(state),
    firstContentMs: state.firstContentMs - startedMs,
    ...(usage.output_tokens &&
      writingMs >= SHORTEST_WRITING_MS && { tokensPerSecond: (usage.output_tokens * 1000) / writingMs }),
  });
}

// A shorter duration measures one network read, not the model's speed.
const SHORTEST_WRITING_MS = 20;
