import type { ProviderRouting } from "#lib/contract/routing.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { EffectiveGuardrail } from "#server/guardrails/effective.ts";
import { application } from "#server/http/clients.ts";
import type { Call } from "#server/http/operation.ts";
import type { Reservation } from "#server/ledger/limits/limits.ts";
import { providers } from "#server/providers/registry.ts";
import type { AttemptLine } from "./attempts/attempt.ts";
import { limitsOf } from "./budget/limits-of.ts";
import { reserveBudget } from "./budget/reserve-budget.ts";
import type { WorstCase } from "./budget/worst-case.ts";
import type { CallFacts } from "./call-columns.ts";
import type { GuardedRequest } from "./guard/guard-request.ts";
import { type ModelCall, newCall } from "./model-call.ts";
import type { Candidate } from "./planning/candidate.ts";
import { denyCall } from "./planning/deny-call.ts";
import { type PlanRequest, plan } from "./planning/plan.ts";
import { candidatesForMedia } from "./planning/remote-media.ts";
import { defaultSort } from "./planning/workspace-defaults.ts";

/** What of a call the pipeline reads, whatever its endpoint. */
export type IncomingCall = Pick<Call, "headers" | "requestId" | "raw" | "departure" | "arrivedMs"> & {
  principal: CallFacts["principal"];
};

/** What an operation asks of the pipeline before its first attempt. */
export type Entry = {
  /** The endpoint's id, as the ledger keeps it. */
  operation: string;
  dialect: ModelCall["dialect"];
  /** The caller's body, with the workspace's default model where it names none. */
  body: Body;
  streamed: boolean;
  wanted: Pick<PlanRequest, "parameters" | "makes" | "serves" | "refuses" | "charges" | "serviceTier">;
  guard(body: Body, effective: EffectiveGuardrail): GuardedRequest | Promise<GuardedRequest>;
  /** The most that a call with this (guarded) body may cost. `holds`: is there room for so much, nano-USD? */
  worstOf(body: Body, candidates: readonly Candidate[], holds: (nanoUsd: number) => boolean): WorstCase;
};

/** A call that may go to its candidates, with room reserved for its worst case. */
export type Entered = CallFacts & {
  call: ModelCall;
  candidates: readonly Candidate[];
  reservation: Reservation;
  /** What was reserved for. */
  worst: WorstCase;
  /** `performance.now()` when the first attempt may begin. */
  plannedMs: number;
  lines: AttemptLine[];
};

/**
 * What every model call goes through before it is sent anywhere: plan (404), guardrails (403), reservation (402).
 * Whoever gets an answer settles the reservation once: `tried` does for failures, `settleCall` for the rest.
 */
export async function enterCall(open: Gateway, call: IncomingCall, entry: Entry): Promise<Entered> {
  const { principal } = call;
  const models = modelsOf(entry.body);
  const requested = models[0] as string;
  const planned = plan(planParts(open), {
    ...{ caller: principal, models, routing: routingOf(entry.body) },
    defaultSort: defaultSort(open, principal, entry.body),
    ...entry.wanted,
  });
  const lines: AttemptLine[] = [];
  const guarding = entry.guard(entry.body, open.guardrails.effective(principal));
  const { body, guard, refusal } = guarding instanceof Promise ? await guarding : guarding;
  // The ledger names whom the caller named: a placeholder stays within its request.
  const createdAt = new Date(open.now() - (performance.now() - call.arrivedMs));
  const facts = { ...factsOf(call, entry.body, entry.operation, requested), createdAt };
  const { dialect, streamed } = entry;
  const callAt = (candidates: readonly Candidate[]) =>
    newCall(open, principal, call.headers, { dialect, body, guard, streamed }, { requested, candidates, lines });
  if (refusal) throw denyCall(facts, callAt(planned), planned, refusal);
  const eligible = entry.wanted.makes === "text" ? candidatesForMedia(open, body, planned) : planned;
  const sendable = eligible instanceof Promise ? await eligible : eligible;
  const limits = limitsOf(open, principal);
  const holds = (nanoUsd: number) => limits.every((limit) => open.leases.holds(limit, nanoUsd, createdAt.getTime()));
  const worstOf = (some: readonly Candidate[]) => entry.worstOf(body, some, holds);
  const admitting = reserveBudget(open, limits, sendable, worstOf, createdAt.getTime());
  const { candidates, worst, reservation } = admitting instanceof Promise ? await admitting : admitting;
  return { ...facts, call: callAt(candidates), candidates, reservation, worst, plannedMs: performance.now(), lines };
}

/** What a plan needs of a gateway. */
export function planParts(open: Gateway) {
  return {
    catalogue: open.catalogue,
    health: open.health,
    circuits: open.circuits,
    systemCredentials: open.systemCredentials,
    credentials: open.credentials,
    guardrails: open.guardrails,
    variables: open.environment.variables,
    providers,
    serveUnpriced: open.environment.UNPRICED_MODELS === "serve",
    nowMs: open.now(),
  };
}

function factsOf(call: IncomingCall, body: Body, operation: string, requestedModel: string) {
  return {
    principal: call.principal,
    requestId: call.requestId,
    requestedModel,
    operation,
    sessionId: textField(body.session_id) ?? call.headers.get("x-session-id")?.slice(0, 256) ?? null,
    externalUser: textField(body.user) ?? null,
    ...application(call.headers),
    arrivedMs: call.arrivedMs,
  };
}

/** The models that a body names, first choice first. Throws 400 when it names none. */
export function modelsOf(body: Body): string[] {
  const listed = namesIn(body.models, "models") ?? namesIn(body.fallbacks, "fallbacks", "model") ?? [];
  const models = [...new Set([...(textField(body.model) ? [body.model as string] : []), ...listed])];
  if (models.length === 0) throw new HttpError(400, "Invalid request: model: a model is required");
  return models;
}

/** Models that a list names, itself or by a field of its items. Not every endpoint's contract knows every such list. */
function namesIn(list: unknown, at: string, field?: string): string[] | undefined {
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) throw new HttpError(400, `Invalid request: ${at}: must be a list`);
  return list.map((item: unknown, index) => {
    const name = textField(field ? (item as Body | null)?.[field] : item);
    if (!name) throw new HttpError(400, `Invalid request: ${at}[${index}]: must name a model`);
    return name;
  });
}

/** The caller's wishes; `route` is an older way to say one of them, which the newer way overrules. */
export function routingOf(body: Body): ProviderRouting | undefined {
  const routing = (body.provider as ProviderRouting | null | undefined) ?? undefined;
  if (body.route !== "sort") return routing;
  const sort = typeof routing?.sort === "string" ? { by: routing.sort } : routing?.sort;
  return { ...routing, sort: { partition: "none", ...sort } };
}

function textField(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
