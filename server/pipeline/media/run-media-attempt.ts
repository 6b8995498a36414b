import { UpstreamError } from "#server/errors.ts";
import { readsOutput } from "#server/guardrails/guard.ts";
import type { Metered, MeteredPieces, ResponseFacts } from "#server/providers/media.ts";
import { asUpstreamError } from "../attempts/attempt-failure.ts";
import type { AttemptState } from "../attempts/attempt-state.ts";
import { cutOffError, unreadableError } from "../attempts/failure.ts";
import { guardTexts } from "../guard/guard-output.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import { withoutGatewayFields } from "../native/native-body.ts";
import { listIgnoredMediaFields } from "../planning/ignored-fields.ts";
import { mediaUpstreamOf } from "./media-attempt.ts";
import type { MediaOperation } from "./media-operation.ts";

/** A whole response, or one whose first piece has arrived. */
export type MediaResponse<Result, Piece> = { result: Result } | OpenedPieces<Piece>;
export type OpenedPieces<Piece> = { first: Piece; rest: AsyncIterator<Piece>; facts: () => ResponseFacts };

/**
 * Sends the request to one candidate. Rejects with an UpstreamError on any failure before the whole response or its
 * first piece, so that the next candidate can be tried.
 */
export async function runMediaAttempt<Request extends object, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  call: ModelCall,
  attempt: Attempt,
): Promise<MediaResponse<Result, Piece>> {
  const { candidate, state, timeouts } = attempt;
  state.notes = listIgnoredMediaFields(call.body, operation.isKept === true);
  try {
    const isWhole = !call.streamed || operation.beginsLate === true;
    const upstreamCall = {
      ...mediaUpstreamOf(call, attempt, isWhole),
      ...requestFor<Request>(call, candidate.provider.id),
    };
    const response = await operation.ask(candidate.provider, upstreamCall);
    if ("pieces" in response) return await opened(response, attempt);
    timeouts.done();
    recordResponseFacts(state, response);
    state.firstContentMs ??= performance.now();
    state.ended = true;
    await guardResult(operation, call, response);
    return { result: response.result };
  } catch (thrown) {
    timeouts.done();
    timeouts.abandon();
    throw mediaFailure(call, attempt, thrown);
  }
}

/** Stores what a response has reported so far in the attempt state. */
export function recordResponseFacts(
  state: AttemptState,
  { usage, rawUsage, upstreamId, variant, notes }: ResponseFacts,
): void {
  if (usage) state.usage = usage;
  if (rawUsage) state.rawUsage = rawUsage;
  if (upstreamId !== undefined) state.upstreamId = upstreamId;
  if (variant !== undefined) state.variant = variant;
  // Reported again with every piece of a stream.
  if (notes) state.notes = [...new Set([...state.notes, ...notes])];
}

/** Adapters and provider SDK packages throw errors of any kind for an unknown response. */
export function mediaFailure(call: ModelCall, attempt: Attempt, thrown: unknown): UpstreamError {
  const error = asUpstreamError(call, attempt, thrown);
  if (error instanceof UpstreamError) return error;
  call.gateway.log.error({ error, generation: call.id }, "an adapter failed");
  return unreadableError();
}

function requestFor<Request>({ body }: ModelCall, provider: string) {
  const { options } = (body.provider ?? {}) as { options?: Record<string, Record<string, unknown>> };
  return { request: withoutGatewayFields(body) as Request, options: options?.[provider] ?? {} };
}

async function opened<Piece>({ pieces, facts }: MeteredPieces<Piece>, { state, timeouts }: Attempt) {
  const rest = pieces[Symbol.asyncIterator]();
  const { done, value } = await rest.next();
  if (done) throw cutOffError();
  recordResponseFacts(state, facts());
  state.firstContentMs ??= performance.now();
  timeouts.opened();
  return { first: value, rest, facts };
}

async function guardResult<Request, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  { guard }: ModelCall,
  { result }: Metered<Result>,
): Promise<void> {
  if (guard && operation.texts && readsOutput(guard)) await guardTexts(guard, operation.texts(result));
}
