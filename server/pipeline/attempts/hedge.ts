import type { ProviderRouting } from "#lib/contract/routing.ts";
import { UpstreamError } from "#server/errors.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import { chargeCanceled, type LedgerCall } from "../budget/settle-call.ts";
import type { Attempt } from "../model-call.ts";
import type { Candidate } from "../planning/candidate.ts";
import { type HedgeRecord, recordedName } from "../planning/record/routing-record.ts";
import { beginAttempt, type Hedging, lineOf, noteFailure, type Race } from "./attempt.ts";
import type { AttemptLine } from "./attempt-line.ts";
import { stopError } from "./attempt-timeouts.ts";
import { endAttempt } from "./attempt-trace.ts";
import { circuitOf } from "./circuit-breaker.ts";

type Run<Result> = (attempt: Attempt) => Promise<Result>;

/** The share of recent responses that started in time, after which a second candidate is started. */
const SHARE_IN_TIME = 0.95;

/**
 * Returns how to start a second candidate of the same model when the first is slow; undefined if the caller did not ask
 * for it, or the request cannot be sent twice. At most one candidate of a request is started this way.
 */
export function createHedging<Result>(
  ledgerCall: LedgerCall,
  caller: StopSignal,
  run: Run<Result>,
): Hedging<Result> | undefined {
  const { call, routing } = ledgerCall;
  const requested = (call.body.provider as ProviderRouting | null | undefined)?.hedge;
  if (!requested) return undefined;
  const obstacle = obstacleTo(ledgerCall);
  routing.hedge = { outcome: obstacle ?? "alone" };
  if (obstacle) return undefined;
  const { health, now } = call.gateway;
  let isStarted = false;
  return (first, next, endsAtMs, isLast) => {
    const { endpoint } = first.candidate;
    if (isStarted || next.endpoint.model !== endpoint.model) return undefined;
    const afterMs = requested === true ? health.latencyAt(endpoint.id, now(), SHARE_IN_TIME) : requested.after_ms;
    if (afterMs === undefined) {
      routing.hedge = { outcome: "unknown_latency" };
      return undefined;
    }
    const begin = () => {
      isStarted = true;
      const second = beginAttempt(call, next, caller, endsAtMs, true);
      if (isLast) second.timeouts.extend(call.gateway.environment.LAST_FIRST_CONTENT_TIMEOUT_MS);
      return second;
    };
    return startRace(ledgerCall, run, first, { next, afterMs, begin });
  };
}

/** A stream shows its delay at once and cannot be taken back; the parts of a tool loop or a batch are not urgent. */
function obstacleTo({ call, batch, measure }: LedgerCall): HedgeRecord["outcome"] | undefined {
  if (call.streamed) return "streamed";
  if (!measure.sent) return "operation";
  if ("serverTools" in call) return "server_tools";
  return batch ? "batch" : undefined;
}

type Second = { next: Candidate; afterMs: number; begin(): Attempt };

/**
 * Runs an attempt, and a second one if the first has no content in time. The first content decides: the other attempt
 * is canceled at once, before it has written anything, and charged for its prompt.
 */
function startRace<Result>(
  ledgerCall: LedgerCall,
  run: Run<Result>,
  first: Attempt,
  { next, afterMs, begin }: Second,
): Race<Result> {
  const { call, lines, reservation, worst, routing } = ledgerCall;
  const { gateway, id } = call;
  const { promise: result, resolve, reject } = Promise.withResolvers<Result>();
  const running = new Set<Attempt>();
  const record: HedgeRecord = { outcome: "not_needed", afterMs: Math.round(afterMs) };
  let decided: Attempt | undefined;
  let canceled: Candidate | undefined;
  let isHedged = false;
  routing.hedge = record;

  async function start(attempt: Attempt): Promise<void> {
    running.add(attempt);
    const { timeouts } = attempt;
    const opened = () => {
      timeouts.opened();
      win(attempt);
    };
    attempt.timeouts = { ...timeouts, opened };
    try {
      const response = await run(attempt);
      if (!running.has(attempt)) return;
      win(attempt);
      resolve(response);
    } catch (thrown) {
      if (!running.delete(attempt)) return;
      if (running.size > 0 && thrown instanceof UpstreamError && thrown.retryable) return leave(attempt, thrown);
      decideFor(attempt);
      reject(thrown);
    }
  }

  function win(attempt: Attempt): void {
    if (decided) return;
    if (isHedged) record.outcome = attempt === first ? "first" : "second";
    decideFor(attempt);
  }

  function decideFor(attempt: Attempt): void {
    if (decided) return;
    decided = attempt;
    clearTimeout(timer);
    for (const other of running) if (other !== attempt) cancel(other);
  }

  /** Records a failure while the other attempt may still respond. */
  function leave(attempt: Attempt, failure: UpstreamError): void {
    endAttempt(attempt, failure.status);
    lines.push(marked(attempt, lineOf(gateway, attempt, failure.status, failure)));
    noteFailure(gateway, attempt.candidate, failure);
  }

  function cancel(attempt: Attempt): void {
    running.delete(attempt);
    const { candidate, startedMs, timeouts, state } = attempt;
    const stopped = timeouts.stopped();
    timeouts.lose();
    endAttempt(attempt, CANCELED);
    const line = marked(attempt, lineOf(gateway, attempt, CANCELED, stopped && stopError(stopped)));
    lines.push(line);
    // The caller has canceled both.
    if (stopped) return;
    line.isCanceled = true;
    canceled = candidate;
    // Without the slow ones, the next measure would be too short.
    if (attempt === first)
      gateway.health.recordWait(candidate.endpoint.id, performance.now() - startedMs, gateway.now());
    state.notes.push(`hedge: canceled, because another candidate responded to ${id} first`);
    record.canceled = { name: recordedName(candidate), ...chargeCanceled(ledgerCall, attempt, line) };
  }

  function marked(attempt: Attempt, line: AttemptLine): AttemptLine {
    if (!isHedged) return line;
    const startedMs = Math.round(attempt.startedMs - ledgerCall.arrivedMs);
    return { ...line, hedge: attempt === first ? "first" : "second", startedMs };
  }

  async function startSecond(): Promise<void> {
    if (!gateway.circuits.allows(circuitOf(next), gateway.now())) record.outcome = "paused";
    else if (!(await reservation.extend(worst.nanoUsd, next.isByok))) record.outcome = "limit";
    else if (!decided) {
      isHedged = true;
      record.outcome = "failed";
      void start(begin());
    }
  }

  const timer = setTimeout(() => {
    startSecond().catch((error) => gateway.log.error({ error, generation: id }, "a hedged request was not sent"));
  }, afterMs);
  void start(first);
  return {
    result,
    decided: () => decided ?? first,
    isHedged: () => isHedged,
    canceled: () => canceled,
    marked,
  };
}

/** The status of a request that its client, here the gateway, canceled; nginx's. */
const CANCELED = 499;
