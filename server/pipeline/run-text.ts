import type { createChatCompletion } from "#lib/contract/chat.ts";
import type { createMessage } from "#lib/contract/messages.ts";
import type { createResponse } from "#lib/contract/responses.ts";
import type { ProviderRouting } from "#lib/contract/routing.ts";
import type { Principal } from "#server/auth/principal.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { SSE_HEADERS } from "#server/dialects/frames.ts";
import { HttpError } from "#server/errors.ts";
import { type Gateway, gateway } from "#server/gateway.ts";
import { application, metadataKey } from "#server/http/clients.ts";
import type { Call } from "#server/http/operation.ts";
import { providers } from "#server/providers/registry.ts";
import type { Push, Reply } from "#server/reply.ts";
import { admit } from "./admit.ts";
import { AllFailed, type Attempted, type AttemptLine, attemptInOrder } from "./attempt.ts";
import type { CallFacts } from "./call-columns.ts";
import type { Candidate } from "./candidate.ts";
import { callerStatus, finalError } from "./failure.ts";
import { guardRequest } from "./guard-request.ts";
import { limitsOf } from "./limits-of.ts";
import { refusedMetadata, routingMetadata } from "./metadata.ts";
import { type Bill, begin, settle } from "./meter.ts";
import { openStream } from "./open-stream.ts";
import { parametersOf } from "./parameters.ts";
import { plan } from "./plan.ts";
import { recordRefusal } from "./refused.ts";
import type { OpenedStream, Rewrite, StreamMoney, TextAttempt, TextCall, Write } from "./text-call.ts";
import { wholeReply } from "./whole-reply.ts";
import { withWorkspaceDefaults } from "./workspace-defaults.ts";
import { roomFor, worstCase } from "./worst-case.ts";

type TextEndpoint = typeof createResponse | typeof createMessage | typeof createChatCompletion;

/**
 * The way of a text call: plan its candidates, reserve its worst case, try them in order, pass the answer on,
 * settle. Nothing is sent to the caller before the first content of an upstream.
 */
export async function runText(
  dialect: Dialect,
  operation: string,
  call: Call<TextEndpoint>,
  rewriter?: () => Rewrite,
): Promise<Reply> {
  const open = gateway();
  const given: Body = withWorkspaceDefaults(open, call.principal, call.raw, "textModel");
  const models = modelsOf(given);
  const planned = planText(open, dialect, given, models, call.principal);
  const requested = models[0] as string;
  const lines: AttemptLine[] = [];
  const { body, guard, refusal } = await guardRequest(dialect, given, open.guardrails.effective(call.principal));
  const facts = factsOf(call, body, operation, requested);
  const textOf = (some: readonly Candidate[]) =>
    textCall(open, dialect, call, { body, guard }, rewriter, requested, some, lines);
  if (refusal) throw refused(facts, textOf(planned), planned, refusal);
  const limits = limitsOf(open, call.principal);
  // A whole reply cannot be ended in the middle, so that all it may cost is reserved at once.
  const firstTokens = body.stream === true ? open.environment.RESERVE_OUTPUT_TOKENS : Number.MAX_SAFE_INTEGER;
  const holds = (nanoUsd: number) => limits.every((limit) => open.leases.holds(limit, nanoUsd));
  const worstOf = (some: readonly Candidate[]) => worstCase(dialect, body, some, firstTokens, holds);
  const { candidates, room, reservation } = await admit(open, limits, planned, worstOf);
  const text = textOf(candidates);
  const bill: Bill = { ...facts, call: text, reservation, room, plannedMs: performance.now(), lines };
  return text.streamed ? streamed(bill, candidates, call.signal) : whole(bill, candidates, call.signal);
}

function factsOf(call: Call<TextEndpoint>, body: Body, operation: string, requestedModel: string): CallFacts {
  return {
    principal: call.principal,
    requestId: call.requestId,
    requestedModel,
    operation,
    sessionId: textField(body.session_id) ?? call.request.headers.get("x-session-id")?.slice(0, 256) ?? null,
    externalUser: textField(body.user) ?? null,
    ...application(call.request.headers),
    arrivedMs: call.arrivedMs,
  };
}

/** The refusal as the caller gets it: with the generation's id, and what guardrails did if that was asked for. */
function refused(facts: CallFacts, call: TextCall, planned: readonly Candidate[], refusal: HttpError): HttpError {
  recordRefusal(facts, call, refusal);
  const key = metadataKey(call.headers);
  const beside = key && call.guard ? { [key]: refusedMetadata(facts.requestedModel, planned, call.guard) } : undefined;
  return withCallFields(call, refusal, beside);
}

function withCallFields(
  { id }: TextCall,
  { status, message, metadata }: HttpError,
  beside: Body | undefined,
): HttpError {
  const headers = { "x-generation-id": id };
  return new HttpError(status, message, { ...(metadata && { metadata }), headers, ...(beside && { beside }) });
}

function modelsOf(body: Body): string[] {
  const fallbacks = (body.fallbacks as { model: string }[] | null | undefined)?.map(({ model }) => model);
  const listed = (body.models as string[] | null | undefined) ?? fallbacks ?? [];
  const models = [...new Set([...(textField(body.model) ? [body.model as string] : []), ...listed])];
  if (models.length === 0) throw new HttpError(400, "Invalid request: model: a model is required");
  return models;
}

/** The caller's wishes; `route` is an older way to say one of them, which the newer way overrules. */
function routingOf(body: Body): ProviderRouting | undefined {
  const routing = (body.provider as ProviderRouting | null | undefined) ?? undefined;
  if (body.route !== "sort") return routing;
  const sort = typeof routing?.sort === "string" ? { by: routing.sort } : routing?.sort;
  return { ...routing, sort: { partition: "none", ...sort } };
}

function planText(open: Gateway, dialect: Dialect, body: Body, models: string[], caller: Principal): Candidate[] {
  return plan(
    {
      catalogue: open.catalogue,
      health: open.health,
      circuits: open.circuits,
      house: open.house,
      credentials: open.credentials,
      guardrails: open.guardrails,
      variables: open.environment.variables,
      providers,
      serveUnpriced: open.environment.UNPRICED_MODELS === "serve",
      nowMs: open.now(),
    },
    {
      caller,
      models,
      routing: routingOf(body),
      parameters: parametersOf(body),
      serves: (provider) => provider.text !== undefined || provider.native?.[dialect.id] !== undefined,
    },
  );
}

function textCall(
  open: Gateway,
  dialect: Dialect,
  call: Call<TextEndpoint>,
  { body, guard }: Pick<TextCall, "body" | "guard">,
  rewriter: (() => Rewrite) | undefined,
  requested: string,
  candidates: readonly Candidate[],
  lines: readonly AttemptLine[],
): TextCall {
  const key = metadataKey(call.request.headers);
  return {
    gateway: open,
    dialect,
    body,
    guard,
    streamed: body.stream === true,
    id: `gen-${Math.floor(open.now() / 1000)}-${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`,
    createdAt: Math.floor(open.now() / 1000),
    headers: call.request.headers,
    ...(rewriter && { rewriter }),
    trailer: (attempt) =>
      key
        ? {
            [key]: routingMetadata(
              requested,
              candidates,
              lines.filter(({ status }) => status !== 200),
              attempt,
              guard,
            ),
          }
        : undefined,
  };
}

async function whole(bill: Bill, candidates: readonly Candidate[], caller: AbortSignal): Promise<Reply> {
  const { result, attempt } = await tried(bill, candidates, caller, (attempt) => wholeReply(bill.call, attempt));
  settle(bill, attempt, 200);
  return { status: 200, headers: { "content-type": "application/json", ...replyHeaders(bill) }, body: result };
}

async function streamed(bill: Bill, candidates: readonly Candidate[], caller: AbortSignal): Promise<Reply> {
  const { result, attempt } = await tried(bill, candidates, caller, (attempt) => openStream(bill.call, attempt));
  return { status: 200, headers: { ...SSE_HEADERS, ...replyHeaders(bill) }, body: pushStream(bill, result, attempt) };
}

function pushStream(bill: Bill, opened: OpenedStream, attempt: TextAttempt): Push {
  return async (sink) => {
    const write: Write = (chunk) => (sink.write(chunk) ? undefined : sink.drained());
    begin(bill, attempt);
    await opened.pipe(write, streamMoney(bill, attempt));
  };
}

function streamMoney(bill: Bill, attempt: TextAttempt): StreamMoney {
  let settled = false;
  return {
    settle() {
      if (settled) return;
      settled = true;
      const { failure } = attempt.reading;
      settle(bill, attempt, failure ? callerStatus(failure) : 200);
    },
    grow: roomFor(bill.reservation, bill.room, attempt.candidate.isByok),
  };
}

/** Runs the attempts; when all have failed the call is settled with what is known, and the last failure is thrown. */
async function tried<Result>(
  bill: Bill,
  candidates: readonly Candidate[],
  caller: AbortSignal,
  run: (attempt: TextAttempt) => Promise<Result>,
): Promise<Attempted<Result>> {
  try {
    return await attemptInOrder(bill.call.gateway, candidates, caller, bill.lines, run);
  } catch (thrown) {
    if (!(thrown instanceof AllFailed)) {
      bill.reservation.settle(0, false);
      throw thrown;
    }
    const { failure, attempt } = thrown;
    const final = finalError(failure, attempt.candidate.provider.name, bill.call.id);
    const isWithheld = failure.fault === "guardrail";
    const error = isWithheld ? withCallFields(bill.call, final, bill.call.trailer(attempt)) : final;
    attempt.reading.failure ??= failure;
    settle(bill, attempt, error.status);
    throw error;
  }
}

function replyHeaders({ call }: Bill): Record<string, string> {
  return { "x-generation-id": call.id };
}

function textField(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
