import { randomUUID } from "node:crypto";
import { RATE_LIMIT_PRIORITIES } from "#lib/contract/rate-limits.ts";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import type { Candidate } from "../planning/candidate.ts";
import type { Counter, Need } from "./counter.ts";
import { createHold, type RateHold, type TokenBounds } from "./hold.ts";
import type { RateLimitDirectory } from "./open-rate-limits.ts";
import { type HeaderForm, rateHeaders } from "./rate-headers.ts";
import { type Refusal, rateRefusal, tooLargeRefusal } from "./rate-refusal.ts";
import { type AppliedRule, countersOf } from "./rules.ts";
import type { Outcome } from "./waiting-room.ts";

/** A request that asks its rate limits. */
export type RatedCall = {
  /** Returns the rules that apply to its caller now: they may change while it waits. */
  rules(): readonly AppliedRule[];
  workspaceId: string;
  headers: CallerHeaders;
  form: HeaderForm;
  /** Aborts when the caller disconnects. */
  departure: StopSignal;
  /** A request of a batch goes last. */
  isBatch: boolean;
  candidates: readonly Candidate[];
  /** Returns the most tokens that it may use. */
  bounds(): TokenBounds;
};

/**
 * What a request may do: the candidates whose models are not limited now, what it holds, and headers for its response.
 */
export type Admission = { candidates: readonly Candidate[]; hold: RateHold; headers: Record<string, string> };

type Gateway = { rateLimits: RateLimitDirectory; now(): number };
type Attempted = Outcome<Admission> & Partial<Refusal>;

/**
 * Takes a request from every rate limit that applies to it, or from none. A limit of one model removes its candidates
 * while others are left. Waits if every rule that rejects the request allows it; holds nothing meanwhile. Throws 429.
 */
export async function admitCall(gateway: Gateway, call: RatedCall): Promise<Admission> {
  const { room } = gateway.rateLimits;
  const group = call.workspaceId;
  const startedMs = performance.now();
  const priority = priorityOf(call);
  const counters = callCounters(call, call.candidates);
  const names = new Set(counters.map(({ name }) => name));
  const before = room.ahead(group, names, priority);
  const attempt = () => attemptCall(gateway, call);
  const first = before.size > 0 ? behind(counters, before) : await attempt();
  if ("done" in first) return first.done;
  let last = first;
  const waitMs = waitOf(first);
  const waiting =
    waitMs > 0 &&
    room.wait<Admission>({
      group,
      names,
      priority,
      waitMs,
      caller: call.departure,
      async attempt() {
        const next = await attempt();
        if (!("done" in next)) last = next;
        return next;
      },
      undo: ({ hold }) => hold.undo(),
    });
  if (!waiting) throw refusalOf(gateway, call, first);
  const waited = await waiting;
  if ("done" in waited) {
    waited.done.hold.waitedMs = performance.now() - startedMs;
    return waited.done;
  }
  if ("thrown" in waited) throw waited.thrown;
  if (waited.ended === "draining") throw stopping();
  throw refusalOf(
    gateway,
    call,
    last,
    waited.ended === "left" ? "The client disconnected while it waited." : undefined,
  );
}

/**
 * Returns what counts the tokens of a request that ran in a provider's batch toward the limits of its day. Nobody knows
 * in which minute it used them.
 */
export function holdForDay({ rateLimits }: Pick<Gateway, "rateLimits">, call: RatedCall): RateHold {
  const counters = callCounters(call, call.candidates);
  const needs = counters
    .filter(({ metric, period }) => metric !== "requests" && period === "day")
    .map((counter) => ({ counter, amount: 0 }));
  // What was counted at no time counts now.
  return createHold({ ...rateLimits, group: call.workspaceId }, needs, { ownMs: 0, sharedMs: 0 }, randomUUID());
}

type Incoming = Pick<RatedCall, "headers" | "departure"> & { principal: Principal; batch?: unknown };

type Entry = {
  dialect: { id: string } | null;
  tokenBounds(body: Body, candidates: readonly Candidate[]): TokenBounds;
};

/** Returns what rate limits need to know of a request. */
export function ratedCall(
  { rateLimits }: Pick<Gateway, "rateLimits">,
  call: Incoming,
  entry: Entry,
  body: Body,
  candidates: readonly Candidate[],
): RatedCall {
  const { principal } = call;
  let bounds: TokenBounds | undefined;
  return {
    rules: () => rateLimits.of(principal),
    workspaceId: principal.workspaceId,
    headers: call.headers,
    form: entry.dialect?.id === "messages" ? "anthropic" : "openai",
    departure: call.departure,
    isBatch: call.batch !== undefined,
    candidates,
    bounds: () => (bounds ??= entry.tokenBounds(body, candidates)),
  };
}

/** The result for a request that must wait for others before its first attempt. */
function behind(counters: readonly Counter[], names: ReadonlySet<string>): Attempted {
  return { blockers: counters.filter(({ name }) => names.has(name)), freesMs: 0 };
}

async function attemptCall(gateway: Gateway, call: RatedCall): Promise<Attempted> {
  const { rateLimits } = gateway;
  const slot = randomUUID();
  for (let { candidates } = call; ; ) {
    const needs = callCounters(call, candidates).map((counter) => needOf(counter, call));
    const { fits, readings, counted } = await rateLimits.counters.take(needs, slot);
    if (fits) {
      const hold = createHold({ ...rateLimits, group: call.workspaceId }, needs, counted, slot);
      return { done: { candidates, hold, headers: rateHeaders(call.form, needs, readings, gateway.now()) } };
    }
    const blocked = needs.filter((_, index) => readings[index]?.freesMs !== 0);
    const blockers = blocked.map(({ counter }) => counter);
    const rest = candidates.filter(({ endpoint }) => blockers.every(({ rule }) => rule.model !== endpoint.model));
    if (rest.length > 0 && blockers.every(({ rule }) => rule.model !== null)) {
      candidates = rest;
      continue;
    }
    const freesMs = Math.max(0, ...readings.map(({ freesMs }) => freesMs));
    const refusal = { needs, readings, blockers, freesMs };
    const tooLarge = blocked.find(({ counter, amount }) => amount > counter.limit);
    if (tooLarge) throw tooLargeRefusal(call.form, refusal, tooLarge, gateway.now());
    return refusal;
  }
}

/** Returns the counters of a request that may use these candidates. */
function callCounters({ rules }: RatedCall, candidates: readonly Candidate[]): Counter[] {
  return rules()
    .filter(({ rule: { model } }) => isUsed(model, candidates))
    .flatMap(countersOf);
}

function isUsed(model: string | null, candidates: readonly Candidate[]): boolean {
  return model === null || candidates.some(({ endpoint }) => endpoint.model === model);
}

/**
 * Input is reserved in full. Output is reserved up to the limit itself: a request that may write more starts when
 * nothing else counts, since most calls write far less than they may.
 */
function needOf(counter: Counter, { bounds }: RatedCall): Need {
  if (counter.metric === "requests") return { counter, amount: 1 };
  const { input, output } = bounds();
  return { counter, amount: counter.metric === "input_tokens" ? input : Math.min(output, counter.limit) };
}

/** Returns how long a rejected request may wait (ms). A limit of requests frees up no earlier than it says. */
function waitOf({ blockers = [], readings = [], needs = [] }: Partial<Refusal>): number {
  const allowedMs = Math.min(...blockers.map(({ rule }) => rule.maxWaitSeconds * 1_000));
  const isHopeless = needs.some(({ counter }, index) => {
    const freesMs = readings[index]?.freesMs ?? 0;
    return counter.metric === "requests" && freesMs > allowedMs;
  });
  return isHopeless ? 0 : allowedMs;
}

function refusalOf(gateway: Gateway, { form }: RatedCall, attempted: Attempted, note?: string): HttpError {
  const { needs = [], readings = [], blockers = [], freesMs = 0 } = attempted as Partial<Refusal>;
  return rateRefusal(form, { needs, readings, blockers, freesMs }, gateway.now(), note);
}

function stopping(): HttpError {
  return new HttpError(503, "This process is stopping; send the request again", { headers: { "retry-after": "1" } });
}

const SPECIFIC_FIRST = ["key", "member", "workspace"];

/** Returns the place of a request among those that wait: 0 goes first. Its caller can only lower it. */
function priorityOf({ rules, headers, isBatch }: RatedCall): number {
  const set = rules()
    .filter(({ rule }) => rule.priority !== null)
    .sort(
      ({ rule: one }, { rule: other }) => SPECIFIC_FIRST.indexOf(one.subject) - SPECIFIC_FIRST.indexOf(other.subject),
    );
  const own = placeOf(set[0]?.rule.priority) ?? NORMAL;
  return Math.max(own, placeOf(headers.get("x-priority")) ?? 0, isBatch ? LOWEST : 0);
}

const NORMAL = 1;
const LOWEST = 2;

function placeOf(word: string | null | undefined): number | undefined {
  const place = RATE_LIMIT_PRIORITIES.indexOf(word as (typeof RATE_LIMIT_PRIORITIES)[number]);
  return place < 0 ? undefined : place;
}
