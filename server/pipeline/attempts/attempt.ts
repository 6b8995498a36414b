import { UpstreamError } from "#server/errors.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import type { Candidate } from "../planning/candidate.ts";
import { dataRegionOf } from "../planning/data-region.ts";
import { beginUse, noteRefusal, noteResponse } from "../pools/credential-load.ts";
import { errorOutline } from "../request-record/error-outline.ts";
import type { AttemptLine } from "./attempt-line.ts";
import { isWithheld, newAttemptState } from "./attempt-state.ts";
import { startTimeouts } from "./attempt-timeouts.ts";
import { endAttempt } from "./attempt-trace.ts";
import { circuitOf } from "./circuit-breaker.ts";
import { waitForRetry } from "./retry.ts";

/** What an attempt reads of its request. */
export type AttemptedCall = Pick<ModelCall, "gateway" | "trace">;

export type Attempted<Result> = { result: Result; attempt: Attempt };

/** An attempt that a second one may join, at the next candidate. */
export type Race<Result> = {
  /** The response or the failure that decides. */
  result: Promise<Result>;
  /** Returns the attempt that `result` is of. */
  decided(): Attempt;
  /** Returns whether the next candidate was started too. */
  isHedged(): boolean;
  /** Returns the candidate that was canceled because the other one responded first. */
  canceled(): Candidate | undefined;
  /** Returns the line of an attempt with its part in the race. */
  marked(attempt: Attempt, line: AttemptLine): AttemptLine;
};

/**
 * Runs an attempt as a race with the next candidate; undefined if it must run alone. `isLast`: no candidate follows the
 * next one.
 */
export type Hedging<Result> = (
  first: Attempt,
  next: Candidate,
  endsAtMs: number,
  isLast: boolean,
) => Race<Result> | undefined;

/** Thrown when all candidates have failed; carries the last failure. */
export class AllFailed extends Error {
  readonly failure: UpstreamError;
  readonly attempt: Attempt;

  constructor(failure: UpstreamError, attempt: Attempt) {
    super(failure.message);
    this.failure = failure;
    this.attempt = attempt;
  }
}

/** Fallbacks and retries that the caller allows and that are off by default. */
export type Allowed = {
  contentPolicyFallbacks: boolean;
  /** Whether to retry a request that the provider may have processed before its connection broke. */
  billedTwice: boolean;
  /** `performance.now()` at which the request must end; absent: the total timeout from now. */
  endsAtMs?: number;
};

/**
 * Tries candidates in order until one responds. Moves to the next candidate if that one may succeed, and first retries
 * the same candidate where `waitForRetry` allows it. An error in the request and a caller who disconnects end the
 * request. Adds a line for each attempt. Skips candidates whose circuit breaker is open; if all are open it tries the
 * first, since rejecting the request would help nobody. Throws AllFailed.
 */
export async function attemptInOrder<Result>(
  call: AttemptedCall,
  candidates: readonly Candidate[],
  caller: StopSignal,
  lines: AttemptLine[],
  run: (attempt: Attempt) => Promise<Result>,
  allowed: Allowed,
  hedging?: Hedging<Result>,
): Promise<Attempted<Result>> {
  const { gateway } = call;
  const endsAtMs = allowed.endsAtMs ?? performance.now() + gateway.environment.TOTAL_TIMEOUT_MS;
  let queue = worthTrying(gateway, candidates);
  let last: AllFailed | undefined;
  for (let index = 0, isRetry = false; index < queue.length; ) {
    const candidate = queue[index] as Candidate;
    const next = queue[index + 1];
    if (!isRetry && (isPaused(gateway, candidate, last || next) || isAsLimited(candidate, last))) {
      index += 1;
      continue;
    }
    const begun = beginAttempt(call, candidate, caller, endsAtMs, next !== undefined);
    const race = hedging && next && hedging(begun, next, endsAtMs, index + 2 >= queue.length);
    try {
      const result = await (race ? race.result : run(begun));
      const attempt = race ? race.decided() : begun;
      const line = lineOf(gateway, attempt, 200);
      lines.push(race ? race.marked(attempt, line) : line);
      noteSuccess(gateway, attempt.candidate);
      return { result, attempt };
    } catch (thrown) {
      const attempt = race ? race.decided() : begun;
      endAttempt(attempt, thrown instanceof UpstreamError ? thrown.status : 500);
      if (!(thrown instanceof UpstreamError)) throw thrown;
      const isAnswered = thrown.fault === "guardrail";
      const line = isAnswered ? lineOf(gateway, attempt, 200) : lineOf(gateway, attempt, thrown.status, thrown);
      lines.push(race ? race.marked(attempt, line) : line);
      last = new AllFailed(thrown, attempt);
      if (isAnswered) noteSuccess(gateway, attempt.candidate);
      else noteFailure(gateway, attempt.candidate, thrown);
      if (!mayGoElsewhere(thrown, allowed)) break;
      const isHedged = race?.isHedged() === true;
      const canceled = race?.canceled();
      // It was only slow.
      if (canceled) queue = [...queue, canceled];
      isRetry =
        !isRetry &&
        !isHedged &&
        (allowed.billedTwice || !thrown.mayBeBilled) &&
        (await waitForRetry(gateway, attempt, thrown, next, caller, endsAtMs));
      if (isRetry) noteRetry(lines, thrown);
      else index += isHedged ? 2 : 1;
    }
  }
  throw last as AllFailed;
}

/**
 * Returns whether the circuit breaker blocks a candidate: another call may have taken the probe since the queue was
 * built. `others`: whether there is, or was, another candidate.
 */
function isPaused({ circuits, now }: PipelineGateway, candidate: Candidate, others: unknown): boolean {
  return !circuits.allows(circuitOf(candidate), now()) && others !== undefined;
}

/**
 * Returns whether the candidate would reject the request for the same reason as the previous one. Other models are
 * always tried.
 */
function isAsLimited({ endpoint }: Candidate, last: AllFailed | undefined): boolean {
  if (!last?.failure.limit) return false;
  const { endpoint: failed } = last.attempt.candidate;
  if (endpoint.model !== failed.model) return false;
  const isLarger = (endpoint.contextLength ?? 0) > (failed.contextLength ?? 0);
  return endpoint.id === failed.id || (last.failure.limit === "context_length" && !isLarger);
}

function mayGoElsewhere({ retryable, limit }: UpstreamError, allowed: Allowed): boolean {
  return retryable || (limit === "content_policy" && allowed.contentPolicyFallbacks);
}

/** Records that the provider may charge for both requests. */
function noteRetry(lines: AttemptLine[], { mayBeBilled }: UpstreamError): void {
  const line = lines.at(-1);
  if (!line || !mayBeBilled) return;
  line.mayBeBilled = true;
  line.error = `${line.error}; retried, the provider may charge for both`;
}

function worthTrying({ circuits, now }: PipelineGateway, candidates: readonly Candidate[]): readonly Candidate[] {
  const nowMs = now();
  const open = candidates.filter((candidate) => circuits.opensAgainAt(circuitOf(candidate)) <= nowMs);
  return open.length > 0 ? open : candidates.slice(0, 1);
}

export function beginAttempt(
  { gateway, trace: callTrace }: AttemptedCall,
  candidate: Candidate,
  caller: StopSignal,
  endsAtMs: number,
  othersLeft: boolean,
): Attempt {
  const { environment } = gateway;
  const timeouts = startTimeouts(caller, {
    firstContentMs: othersLeft ? environment.FIRST_CONTENT_TIMEOUT_MS : environment.LAST_FIRST_CONTENT_TIMEOUT_MS,
    idleMs: environment.IDLE_TIMEOUT_MS,
    totalMs: Math.max(1, endsAtMs - performance.now()),
  });
  const { provider, endpoint, baseUrl, member } = candidate;
  const quota = member && beginUse(member.load, endpoint.id);
  const trace = callTrace?.startAttempt({ provider: provider.id, model: endpoint.upstreamModel, baseUrl });
  return {
    candidate,
    timeouts,
    state: newAttemptState(),
    startedMs: performance.now(),
    othersLeft,
    quota,
    sequence: quota?.begun ?? 0,
    isInFlight: quota !== undefined,
    ...(trace && { trace }),
  };
}

export function noteSuccess(gateway: PipelineGateway, candidate: Candidate): void {
  const { own, member, endpoint } = candidate;
  gateway.circuits.succeeded(circuitOf(candidate));
  if (member) noteResponse(member.load, endpoint.id);
  if (own) gateway.credentials.succeeded(own.id, own.keyVersion);
}

/** Reports the end of a streamed response to the circuit breaker. Ignores callers who disconnect and our own limits. */
export function noteEnd({ circuits, now }: PipelineGateway, { candidate, state, timeouts }: Attempt): void {
  const { failure } = state;
  if (timeouts.stopped() === "caller" || failure?.fault === "request") return;
  const isBroken = failure !== undefined && !isWithheld(state);
  if (isBroken) circuits.brokeOff(circuitOf(candidate), now());
  else circuits.ended(circuitOf(candidate));
}

/** Returns whether the request was never sent, because the provider cannot represent it. */
function wasNeverAsked({ fault, status }: UpstreamError): boolean {
  return fault === "model" && status === 400;
}

// Records a failure. Ignores errors in the request and callers who disconnect, since they say nothing about the
// provider. A rejected BYOK credential, or one of several system credentials, does not count against the model
// endpoint's health.
export function noteFailure(gateway: PipelineGateway, candidate: Candidate, error: UpstreamError): void {
  const { endpoint, own, systemKey, member } = candidate;
  if (error.fault === "request" || error.status === 499 || wasNeverAsked(error)) return;
  if (member) noteRefusal(member.load, endpoint.id, error, gateway.now());
  const { retryAfterMs: pauseMs, status } = error;
  const requestedPause = pauseMs ? { pauseMs, isRateLimit: status === 429 } : undefined;
  gateway.circuits.failed(circuitOf(candidate), gateway.now(), requestedPause);
  if (own) gateway.credentials.failed(own.id, own.keyVersion, error);
  if ((own || systemKey) && (error.fault === "credential" || error.status === 429)) return;
  gateway.health.record(endpoint.id, { atMs: gateway.now(), isSuccess: false });
}

/** `error`: the failure that ended the attempt. */
export function lineOf(
  { environment }: Pick<PipelineGateway, "environment">,
  { candidate, startedMs }: Attempt,
  status: number,
  error?: UpstreamError,
): AttemptLine {
  const line: AttemptLine = {
    provider: candidate.provider.id,
    model: candidate.endpoint.upstreamModel,
    endpoint: candidate.endpoint.id,
    status,
    durationMs: Math.round(performance.now() - startedMs),
    isByok: candidate.isByok,
    ...credentialFields(candidate),
    ...(error && errorFields(error)),
  };
  const region = dataRegionOf(environment.DATA_REGIONS, candidate);
  if (region !== undefined) line.region = region;
  return line;
}

/** Returns which credential a line names, and why a pool chose it. */
export function credentialFields({ own, systemKey, member, choice }: Candidate): Partial<AttemptLine> | undefined {
  if (!own && !choice) return undefined;
  const name = own?.name ?? (systemKey === undefined ? undefined : member?.name);
  const skipped = choice?.skipped.filter(({ id }) => id !== member?.id) ?? [];
  return {
    ...(own && { credentialId: own.id }),
    ...(systemKey !== undefined && { systemKey }),
    ...(name !== undefined && { credentialName: name }),
    ...(choice && { chosenBy: choice.by, tier: choice.tier }),
    ...(skipped.length > 0 && { skipped }),
  };
}

/** Returns what a line records of a failure. */
export function errorFields({ message, raw }: UpstreamError): Pick<AttemptLine, "error" | "rawError"> {
  return { error: message.slice(0, 1000), ...(raw && { rawError: errorOutline(raw, message) }) };
}
