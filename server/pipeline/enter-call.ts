import type { ProviderRouting } from "#lib/contract/routing.ts";
import type { BatchCall } from "#server/caller/batch-call.ts";
import { type CallerFacts, callerFacts } from "#server/caller/caller-facts.ts";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import type { EffectiveGuardrail } from "#server/guardrails/effective.ts";
import type { Reservation } from "#server/ledger/limits/limits.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import type { CallTrace } from "#server/telemetry/telemetry.ts";
import type { Arm } from "./aliases/arm.ts";
import { noteArms } from "./aliases/note-arms.ts";
import type { AttemptLine } from "./attempts/attempt-line.ts";
import { reserveElsewhere, restoreCandidate } from "./batching/restore-call.ts";
import { limitsOf } from "./budget/limits-of.ts";
import { reserveBudget } from "./budget/reserve-budget.ts";
import type { WorstCase } from "./budget/worst-case.ts";
import type { CallFacts } from "./call-columns.ts";
import type { GuardedRequest } from "./guard/guard-request.ts";
import type { ModelCall } from "./model-call.ts";
import { newCall } from "./new-call.ts";
import type { PipelineGateway } from "./pipeline-gateway.ts";
import type { Candidate } from "./planning/candidate.ts";
import { denyCall } from "./planning/deny-call.ts";
import { plan } from "./planning/plan.ts";
import type { PlanRequest } from "./planning/plan-request.ts";
import { newRoutingRecord, noteRemoved, type RoutingRecord } from "./planning/record/routing-record.ts";
import { candidatesForMedia } from "./planning/remote-media.ts";
import { defaultSort } from "./planning/workspace-defaults.ts";
import type { PluginNote } from "./plugins/plugin-note.ts";
import { admitCall, holdForDay, ratedCall } from "./rate-limits/admit-call.ts";
import { type RateHold, reserveHeld, type TokenBounds } from "./rate-limits/hold.ts";
import { receivedRequest } from "./request-record/request-record.ts";
import { requestTags } from "./request-tags.ts";

/** What the pipeline reads of a request to any endpoint. */
export type IncomingCall = {
  principal: Principal;
  headers: CallerHeaders;
  requestId: string;
  /** The request body as sent, before the contract filled in defaults. */
  raw: Body;
  /** Aborts when the caller disconnects. */
  departure: StopSignal;
  /** `performance.now()` when the request arrived. */
  arrivedMs: number;
  /** The alias in the request, if the body has the model that it stands for. */
  requestedModel?: string;
  /** The canaries of that alias. */
  arms?: readonly Arm[] | undefined;
  /** The trace of the request that this one is a part of. */
  outerTrace?: CallTrace | undefined;
  /** The batch that the request is a line of. */
  batch?: BatchCall | undefined;
  /** It is part of another call, which rate limits count. */
  isPart?: boolean;
  /** Adds headers to the response, whatever it will be. */
  setHeaders?(headers: Record<string, string>): void;
};

/** What an operation tells the pipeline before the first attempt. */
export type Entry = {
  /** The endpoint's id in the ledger. */
  operation: string;
  dialect: ModelCall["dialect"];
  /** The request body, with the workspace's default model if it names none. */
  body: Body;
  streamed: boolean;
  /** What plugins did to the body. */
  pluginNotes?: PluginNote[];
  planRequest: Pick<PlanRequest, "parameters" | "makes" | "serves" | "refuses" | "charges" | "serviceTier">;
  guard(body: Body, effective: EffectiveGuardrail): GuardedRequest | Promise<GuardedRequest>;
  /**
   * Returns the most that a request with this (guarded) body can cost. `holds`: returns whether the budget covers this
   * many nano-USD.
   */
  worstOf(body: Body, candidates: readonly Candidate[], holds: (nanoUsd: number) => boolean): WorstCase;
  /** Returns the most tokens that a request with this body can use. */
  tokenBounds(body: Body, candidates: readonly Candidate[]): TokenBounds;
};

/** A request that may be sent to its candidates, with its worst case reserved. */
export type Entered = CallFacts & {
  routing: RoutingRecord;
  /** The body before guardrails. */
  given: Body;
  call: ModelCall;
  candidates: readonly Candidate[];
  reservation: Reservation;
  /** What it holds of its rate limits until the reservation is settled; undefined without rules. */
  rates?: RateHold | undefined;
  /** The worst case that is reserved. */
  worst: WorstCase;
  /** `performance.now()` when the first attempt may start. */
  plannedMs: number;
  lines: AttemptLine[];
};

/**
 * Prepares a model request: checks that it can be recorded (503), plans it (404), applies guardrails (403), takes it
 * from its rate limits (429) and reserves its worst case (402). The caller of this function settles the reservation
 * exactly once: `runAttempts` does so for failures, `settleCall` for all else.
 */
export function enterCall(gateway: PipelineGateway, call: IncomingCall, entry: Entry): Promise<Entered> {
  const entering = enterTraced(gateway, call, entry);
  const { arms } = call;
  if (!arms) return entering;
  return entering.catch((thrown) => {
    // The target may not be served, or not support the request.
    const status = thrown instanceof HttpError ? thrown.status : undefined;
    if (status === 400 || status === 404) noteArms(gateway, arms, { status, isFailed: true });
    throw thrown;
  });
}

async function enterTraced(gateway: PipelineGateway, call: IncomingCall, entry: Entry): Promise<Entered> {
  gateway.ledger.requireJournalSpace();
  const models = modelsOf(entry.body);
  const kept = call.batch?.result?.kept;
  const tags = kept ? kept.tags : requestTags(entry.body, call.headers, call.principal.key?.tags ?? null);
  const asked = { models, caller: callerFacts(entry.body, call.headers, tags) };
  const trace = startTrace(gateway, call, entry, call.requestedModel ?? (models[0] as string));
  if (!trace) return enterModels(gateway, call, entry, asked, undefined);
  try {
    return await enterModels(gateway, call, entry, asked, trace);
  } catch (thrown) {
    // A request that a guardrail denied has ended with its ledger row.
    trace.fail(thrown instanceof HttpError ? thrown.status : 500);
    throw thrown;
  }
}

function startTrace(gateway: PipelineGateway, call: IncomingCall, entry: Entry, requestedModel: string) {
  const { operation, streamed } = entry;
  if (call.outerTrace) return call.outerTrace.nested(operation);
  const { headers, arrivedMs } = call;
  return gateway.telemetry?.startCall({ operation, requestedModel, streamed, headers, arrivedMs });
}

type Asked = { models: string[]; caller: CallerFacts };

async function enterModels(
  gateway: PipelineGateway,
  call: IncomingCall,
  entry: Entry,
  { models, caller }: Asked,
  trace: CallTrace | undefined,
): Promise<Entered> {
  const { principal } = call;
  const batched = call.batch?.result;
  const kept = batched?.kept;
  const requested = kept?.requestedModel ?? call.requestedModel ?? (models[0] as string);
  const routing = kept ? (kept.routing as RoutingRecord) : newRoutingRecord();
  if (call.arms && !kept) routing.arms = call.arms.map(({ alias, target }) => ({ alias, target }));
  const request = {
    caller: principal,
    models,
    routing: routingOf(entry.body),
    defaultSort: defaultSort(gateway, principal, entry.body),
    body: entry.body,
    headers: call.headers,
    ...entry.planRequest,
  };
  const planned = kept
    ? [restoreCandidate(gateway, principal, kept)]
    : plan(planParts(gateway, principal), request, routing);
  const lines: AttemptLine[] = [];
  const guarding = entry.guard(entry.body, gateway.guardrails.effective(principal));
  const { body, guard, refusal } = guarding instanceof Promise ? await guarding : guarding;
  // The ledger keeps the caller's user id: a placeholder is valid only within its request.
  const createdAt = kept ? new Date(kept.createdAt) : new Date(gateway.now() - (performance.now() - call.arrivedMs));
  const facts = { ...factsOf(call, caller, entry.operation, requested), createdAt, routing, given: entry.body };
  const { dialect, streamed, pluginNotes = [] } = entry;
  const callAt = (candidates: readonly Candidate[]) =>
    newCall(
      gateway,
      principal,
      call.headers,
      { dialect, body, guard, streamed, pluginNotes, trace, batched },
      { requested, candidates, lines, routing },
      kept?.generationId,
    );
  const limits = limitsOf(gateway, principal, caller);
  const isRated = !call.isPart && gateway.rateLimits.hasAny(principal);
  if (kept) {
    const rates = isRated ? holdForDay(gateway, ratedCall(gateway, call, entry, body, planned)) : undefined;
    const reserveNothing = () => reserveElsewhere(kept, limits, planned);
    const held = rates ? await reserveHeld(reserveNothing, rates) : reserveNothing();
    return { ...facts, call: callAt(planned), ...held, rates, plannedMs: performance.now(), lines };
  }
  if (refusal) throw denyCall(facts, callAt(planned), planned, refusal);
  const eligible = entry.planRequest.makes === "text" ? candidatesForMedia(gateway, body, planned) : planned;
  const sendable = eligible instanceof Promise ? await eligible : eligible;
  noteRemoved(routing, "private_url", planned, sendable);
  const holds = (nanoUsd: number) => limits.every((limit) => gateway.leases.holds(limit, nanoUsd, createdAt.getTime()));
  const worstOf = (some: readonly Candidate[]) => entry.worstOf(body, some, holds);
  const keyId = principal.key?.stableId;
  const reserve = (some: readonly Candidate[]) =>
    reserveBudget(gateway, limits, some, worstOf, createdAt.getTime(), keyId);
  const admission = isRated ? await admitCall(gateway, ratedCall(gateway, call, entry, body, sendable)) : undefined;
  const allowed = admission?.candidates ?? sendable;
  noteRemoved(routing, "rate_limit", sendable, allowed);
  const admitting = admission ? reserveHeld(() => reserve(allowed), admission.hold) : reserve(allowed);
  const { candidates, worst, reservation } = admitting instanceof Promise ? await admitting : admitting;
  noteRemoved(routing, "limit", allowed, candidates);
  call.batch?.reserved();
  if (admission) call.setHeaders?.(admission.headers);
  return {
    ...facts,
    call: callAt(candidates),
    candidates,
    reservation,
    rates: admission?.hold,
    worst,
    plannedMs: performance.now(),
    lines,
  };
}

/** Returns the parts of the gateway that a plan for a caller needs. */
export function planParts(gateway: PipelineGateway, caller: Principal) {
  const { catalogue, providers, systemCredentials } = gateway.providerSets.of(caller);
  return {
    catalogue,
    providers,
    systemCredentials,
    health: gateway.health,
    circuits: gateway.circuits,
    credentials: gateway.credentials,
    guardrails: gateway.guardrails,
    variables: gateway.environment.variables,
    dataRegions: gateway.environment.DATA_REGIONS,
    serveUnpriced: gateway.environment.UNPRICED_MODELS === "serve",
    nowMs: gateway.now(),
    random: Math.random,
  };
}

function factsOf(call: IncomingCall, caller: CallerFacts, operation: string, requestedModel: string) {
  return {
    principal: call.principal,
    requestId: call.requestId,
    requestedModel,
    operation,
    caller,
    received: receivedRequest(call.raw, call.headers),
    arrivedMs: call.arrivedMs,
    batch: call.batch,
    arms: call.batch?.result ? (call.batch.result.kept.arms as readonly Arm[] | undefined) : call.arms,
  };
}

/** Returns the models that a body names, first choice first. Throws 400 if it names none. */
export function modelsOf(body: Body): string[] {
  const listed = namesIn(body.models, "models") ?? namesIn(body.fallbacks, "fallbacks", "model") ?? [];
  const models = [...new Set([...(textField(body.model) ? [body.model as string] : []), ...listed])];
  if (models.length === 0) throw new HttpError(400, "Invalid request: model: a model is required");
  return models;
}

/** Returns the models in a list of names or of objects. Not every endpoint's contract checks these lists. */
function namesIn(list: unknown, at: string, field?: string): string[] | undefined {
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) throw new HttpError(400, `Invalid request: ${at}: must be a list`);
  return list.map((item: unknown, index) => {
    const name = textField(field ? (item as Body | null)?.[field] : item);
    if (!name) throw new HttpError(400, `Invalid request: ${at}[${index}]: must name a model`);
    return name;
  });
}

/**
 * Returns the caller's routing preferences. `route` is an older form of one of them; the newer form takes precedence.
 */
export function routingOf(body: Body): ProviderRouting | undefined {
  const routing = (body.provider as ProviderRouting | null | undefined) ?? undefined;
  if (body.route !== "sort") return routing;
  const sort = typeof routing?.sort === "string" ? { by: routing.sort } : routing?.sort;
  return { ...routing, sort: { partition: "none", ...sort } };
}

function textField(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
