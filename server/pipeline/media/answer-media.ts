import { UpstreamError } from "#server/errors.ts";
import { readsAnswer } from "#server/guardrails/guard.ts";
import type { Metered, MeteredPieces, Told } from "#server/providers/media.ts";
import { asUpstreamError } from "../attempts/attempt-failure.ts";
import { cutOff, unreadable } from "../attempts/failure.ts";
import type { Reading } from "../attempts/reading.ts";
import { guardTexts } from "../guard/guard-answer.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import { withoutGatewayFields } from "../native/native-body.ts";
import { reachOf } from "./media-attempt.ts";
import type { MediaOperation } from "./media-operation.ts";

/** A whole answer, or one whose first piece has come. */
export type MediaAnswer<Result, Piece> = { result: Result } | OpenedPieces<Piece>;
export type OpenedPieces<Piece> = { first: Piece; rest: AsyncIterator<Piece>; told: () => Told };

/**
 * Asks one candidate. Any failure before its whole answer, or the first piece of it, rejects with an UpstreamError, so
 * that the next candidate can be tried.
 */
export async function answerMedia<Request extends object, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  call: ModelCall,
  attempt: Attempt,
): Promise<MediaAnswer<Result, Piece>> {
  const { candidate, reading, watch } = attempt;
  try {
    const isWhole = !call.streamed || operation.beginsLate === true;
    const asked = { ...reachOf(call, attempt, isWhole), ...requestFor<Request>(call, candidate.provider.id) };
    const answer = await operation.ask(candidate.provider, asked);
    if ("pieces" in answer) return await opened(answer, attempt);
    watch.done();
    noteTold(reading, answer);
    reading.firstContentMs ??= performance.now();
    reading.ended = true;
    await guardResult(operation, call, answer);
    return { result: answer.result };
  } catch (thrown) {
    watch.done();
    watch.abandon();
    throw mediaFailure(call, attempt, thrown);
  }
}

/** What became known of an attempt by now. */
export function noteTold(reading: Reading, { usage, rawUsage, upstreamId, variant, notes }: Told): void {
  if (usage) reading.usage = usage;
  if (rawUsage) reading.rawUsage = rawUsage;
  if (upstreamId !== undefined) reading.upstreamId = upstreamId;
  if (variant !== undefined) reading.variant = variant;
  if (notes) reading.notes = [...notes];
}

/** Adapters and vendors' packages throw errors of any kind at an answer that they do not know. */
export function mediaFailure(call: ModelCall, attempt: Attempt, thrown: unknown): UpstreamError {
  const error = asUpstreamError(call, attempt, thrown);
  if (error instanceof UpstreamError) return error;
  call.gateway.log.error({ error, generation: call.id }, "an adapter failed");
  return unreadable();
}

function requestFor<Request>({ body }: ModelCall, provider: string) {
  const { options } = (body.provider ?? {}) as { options?: Record<string, Record<string, unknown>> };
  return { request: withoutGatewayFields(body) as Request, options: options?.[provider] ?? {} };
}

async function opened<Piece>({ pieces, told }: MeteredPieces<Piece>, { reading, watch }: Attempt) {
  const rest = pieces[Symbol.asyncIterator]();
  const { done, value } = await rest.next();
  if (done) throw cutOff();
  noteTold(reading, told());
  reading.firstContentMs ??= performance.now();
  watch.opened();
  return { first: value, rest, told };
}

async function guardResult<Request, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  { guard }: ModelCall,
  { result }: Metered<Result>,
): Promise<void> {
  if (guard && operation.texts && readsAnswer(guard)) await guardTexts(guard, operation.texts(result));
}
