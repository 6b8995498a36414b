import { estimateTokenCount } from "tokenx";
import type { GenerationRow } from "#server/data/generations.ts";
import type { UpstreamError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { costOf, promptTokensOf } from "#server/ledger/cost.ts";
import type { Reservation } from "#server/ledger/limits.ts";
import { serviceTierOf } from "#server/ledger/service-tier.ts";
import type { Usage } from "#server/providers/usage.ts";
import type { AttemptLine } from "./attempt.ts";
import { type CallFacts, callColumns } from "./call-columns.ts";
import { estimateInput } from "./estimate.ts";
import { credentialUses, uncappedUses } from "./limits-of.ts";
import { isWithheld, type Reading } from "./reading.ts";
import type { TextAttempt, TextCall } from "./text-call.ts";
import type { Room } from "./worst-case.ts";

/** Everything the ledger's row of a call says beside what its attempt has read. */
export type Bill = CallFacts & {
  call: TextCall;
  reservation: Reservation;
  /** What was reserved for. */
  room: Room;
  /** `performance.now()` when the first attempt began. */
  plannedMs: number;
  lines: AttemptLine[];
};

/** Settles a call: its usage, cost, limits, health and ledger row. Called exactly once a call. */
export function settle(bill: Bill, attempt: TextAttempt, status: number): void {
  const { call, reservation, principal } = bill;
  const { candidate, reading, watch } = attempt;
  const cancelled = watch.stopped() === "caller";
  if (reading.failure && !cancelled) markFailed(bill.lines, reading.failure);
  const counted = usageOf(call, attempt);
  const row = ledgerRow(bill, attempt, counted, { status: cancelled ? CLIENT_CLOSED : status, cancelled });
  const uses = [
    ...reservation.settle(row.costNanoUsd, candidate.isByok),
    ...uncappedUses(principal),
    ...credentialUses(candidate),
  ];
  noteHealth(call.gateway, attempt, counted.usage, performance.now());
  call.gateway.ledger.record(row, uses);
}

/**
 * Notes a stream that begins, as far as it is known: should the process die, the caller has had some of it, and the
 * provider charges for the input at least. Bytes over four is about the tokens of a body; it is marked as estimated.
 */
export function begin(bill: Bill, attempt: TextAttempt): void {
  const { call, reservation, principal } = bill;
  const { candidate } = attempt;
  const bodyBytes = Number(call.headers.get("content-length") ?? 0);
  const counted = { usage: { input_tokens: Math.ceil(bodyBytes / 4) }, estimated: true };
  const row = ledgerRow(bill, attempt, counted, { status: 200, cancelled: false, error: INTERRUPTED });
  const uses = [
    ...reservation.uses(row.costNanoUsd, candidate.isByok),
    ...uncappedUses(principal),
    ...credentialUses(candidate),
  ];
  call.gateway.ledger.begin(row, uses);
}

/** What a row says that no process lived to finish. */
const INTERRUPTED = "The gateway's process ended before the answer did";

type Counted = { usage: Usage; estimated: boolean };
type Outcome = { status: number; cancelled: boolean; error?: string };

function ledgerRow(bill: Bill, attempt: TextAttempt, { usage, estimated }: Counted, outcome: Outcome): GenerationRow {
  const { call } = bill;
  const { candidate, reading } = attempt;
  const serviceTier = serviceTierOf(call.body, reading);
  const cost = costOf(usage, candidate.prices, { serviceTier });
  const error = outcome.error ?? (outcome.cancelled ? undefined : reading.failure?.message);
  return {
    ...callColumns(bill, call),
    model: candidate.endpoint.model,
    modelEndpoint: candidate.endpoint.id,
    provider: candidate.provider.id,
    upstreamId: reading.upstreamId ?? null,
    isByok: candidate.isByok,
    attempts: bill.lines,
    usage,
    rawUsage: reading.rawUsage ?? null,
    usageEstimated: estimated,
    costNanoUsd: cost.nanoUsd,
    priceIds: cost.lines.map(({ priceId }) => priceId),
    serviceTier,
    unpriced: cost.unpriced,
    status: outcome.status,
    finish: outcome.error ? "error" : finishOf(attempt, outcome.cancelled),
    nativeFinish: reading.nativeFinish ?? null,
    error: error ?? null,
    cancelled: outcome.cancelled,
    queueMs: Math.round(bill.plannedMs - bill.arrivedMs),
    firstTokenMs: reading.firstContentMs === undefined ? null : Math.round(reading.firstContentMs - bill.arrivedMs),
    notes: reading.notes,
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

function finishOf({ reading }: TextAttempt, cancelled: boolean): string {
  if (cancelled) return "cancelled";
  if (isWithheld(reading)) return "content_filter";
  return reading.failure ? "error" : (reading.nativeFinish ?? "stop");
}

/** What the upstream counted; else what went by, estimated; nothing for an attempt that never began to answer. */
function usageOf(call: TextCall, { candidate, reading }: TextAttempt): { usage: Usage; estimated: boolean } {
  const native = candidate.provider.native?.[call.dialect.id];
  // A stream cut before its last usage block knows its input, but not what it wrote.
  const known = reading.usage ?? (reading.rawUsage && native ? native.usage(reading.rawUsage) : undefined);
  if (known && reading.ended && countsOutput(known, reading)) return { usage: known, estimated: false };
  if (reading.firstContentMs === undefined) return { usage: known ?? {}, estimated: false };
  const written = reading.text === "" ? 0 : estimateTokenCount(reading.text);
  const input = known && promptTokensOf(known) > 0 ? known : { input_tokens: estimateInput(call.dialect, call.body) };
  return { usage: { ...input, output_tokens: Math.max(known?.output_tokens ?? 0, written) }, estimated: true };
}

/** Some upstreams leave the usage out, and it is then read as zeros: an answer that says something is not for nothing. */
function countsOutput(usage: Usage, { text }: Reading): boolean {
  return text === "" || (usage.output_tokens ?? 0) > 0;
}

// A failure before the first content has been noted by the attempt itself.
function noteHealth(
  gateway: Gateway,
  { candidate, reading, startedMs }: TextAttempt,
  usage: Usage,
  endedMs: number,
): void {
  if (reading.firstContentMs === undefined) return;
  const writingMs = endedMs - reading.firstContentMs;
  gateway.health.record(candidate.endpoint.id, {
    atMs: gateway.now(),
    isSuccess: reading.failure === undefined || isWithheld(reading),
    firstContentMs: reading.firstContentMs - startedMs,
    ...(writingMs >= SHORTEST_WRITING_MS && { tokensPerSecond: ((usage.output_tokens ?? 0) * 1000) / writingMs }),
  });
}

// A shorter time is the time of one network read, not of writing.
const SHORTEST_WRITING_MS = 20;
