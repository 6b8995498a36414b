import type { DialectEvent, Rewrite } from "#server/dialects/dialect.ts";
import { toFrames } from "#server/dialects/frames.ts";
import { hasChoices, hasSeveralChoices } from "#server/dialects/has-choices.ts";
import { HttpError, UpstreamError } from "#server/errors.ts";
import { asUpstreamError } from "../attempts/attempt-failure.ts";
import { type AttemptState, isWithheld, noteBlock } from "../attempts/attempt-state.ts";
import type { AttemptTimeouts } from "../attempts/attempt-timeouts.ts";
import { callerStatus, cutOffError } from "../attempts/failure.ts";
import { contextOf, convertEvents } from "../converted/convert-stream.ts";
import { createStreamGuard, type StreamGuard } from "../guard/guard-stream.ts";
import { nativeStream } from "../native/native-stream.ts";
import { isResumable } from "../resume/resumable.ts";
import type { OpenedStream, StreamMoney, TextAttempt, TextCall, Write } from "../text-call.ts";
import { generatedSource, type Source } from "./source.ts";
import { createTranscript, recordTranscript } from "./transcript.ts";

type StyledAttempt = TextAttempt & { rewrite: Rewrite | undefined };

/** How long to wait for the rest of a stream after an upstream has ended its response. */
const AFTER_END_MS = 1_000;
/** How long to wait for the usage after an upstream has ended its response: it determines the cost. */
const COUNT_MS = 15_000;

/**
 * Opens a stream at one candidate. Resolves at the first real content, before anything is sent. Rejects with an
 * UpstreamError on any earlier failure, so that the next candidate can be tried.
 */
export async function openStream(call: TextCall, attempt: TextAttempt): Promise<OpenedStream> {
  const { state, timeouts } = attempt;
  const rewrite = call.dialect.rewriter?.();
  if (call.storesContent) state.transcript = createTranscript(call.dialect);
  state.guard = createStreamGuard(call.dialect, call.guard, () => state.notes);
  const held: (Uint8Array | string)[] = [];
  try {
    const source = await sourceOf(call, attempt, rewrite);
    const hold = (piece: Uint8Array | string) => void held.push(piece);
    await source.flow(hold, () => state.firstContentMs !== undefined || state.ended || state.failure !== undefined);
    if (state.failure && (state.firstContentMs === undefined || isWithheld(state))) throw state.failure;
    if (state.firstContentMs === undefined && !state.ended) throw cutOffError();
    timeouts.opened();
    return { pipe: (write, money) => pipe(call, Object.assign(attempt, { rewrite }), source, held, write, money) };
  } catch (thrown) {
    const error = asUpstreamError(call, attempt, thrown);
    timeouts.done();
    timeouts.abandon();
    throw error;
  }
}

async function sourceOf(call: TextCall, attempt: TextAttempt, rewrite: Rewrite | undefined): Promise<Source> {
  const { native: ways, text } = attempt.candidate.provider;
  const native = ways?.[call.dialect.id];
  // Another candidate can only continue neutral parts, and so can a step after server tools.
  return native && !attempt.loop && !(text && isResumable(call))
    ? nativeStream(call, attempt, native, rewrite)
    : generatedSource(convertedStream(call, attempt, rewrite));
}

async function* convertedStream(call: TextCall, attempt: TextAttempt, rewrite: Rewrite | undefined) {
  for await (const events of convertEvents(call, attempt)) {
    const { state } = attempt;
    const passed = state.guard ? await guardEvents(state.guard, events) : events;
    noteBlock(call, state);
    state.hasSeenDone ||= passed.at(-1)?.data === "[DONE]";
    recordTranscript(state, passed);
    yield toFrames(rewrite ? passed.flatMap(rewrite) : passed);
    if (isWithheld(state)) return;
  }
}

async function guardEvents(guard: StreamGuard, events: readonly DialectEvent[]): Promise<DialectEvent[]> {
  const passed: DialectEvent[] = [];
  for (const event of events) {
    passed.push(...(isLong(event.data, guard.longestAtOnce) ? await guard.passSlowly(event) : guard.pass(event)));
    await guard.pause();
  }
  return passed;
}

/** Returns whether a value contains a text that is too long to check in one turn of the event loop. */
function isLong(value: unknown, longest: number): boolean {
  if (typeof value === "string") return value.length > longest;
  return typeof value === "object" && value !== null && Object.values(value).some((one) => isLong(one, longest));
}

async function pipe(
  call: TextCall,
  attempt: StyledAttempt,
  source: Source,
  held: (Uint8Array | string)[],
  write: Write,
  money: StreamMoney,
): Promise<void> {
  try {
    if (isOver(call, attempt.state)) money.settle();
    for (const piece of held) await passOn(piece, write, attempt);
    await passRest(call, attempt, source, write, money);
    if (!isComplete(call, attempt.state)) throw cutOffError();
  } catch (thrown) {
    const { state } = attempt;
    if (!isComplete(call, state)) state.failure ??= failureOf(asUpstreamError(call, attempt, thrown), call);
  }
  // Another candidate may have continued the response.
  const { state, timeouts } = attempt;
  timeouts.done();
  money.settle();
  // Before the rest is drained: it is not passed on and must not count as sent to the caller.
  const finished = timeouts.stopped() === "caller" ? undefined : finish(call, attempt, write);
  // A response that a guardrail blocks need not be read to its end.
  if (isWithheld(state)) timeouts.abandon();
  else void drain(source, timeouts);
  await finished;
}

function passRest(
  call: TextCall,
  attempt: TextAttempt,
  source: Source,
  write: Write,
  money: StreamMoney,
): Promise<void> {
  const close = () => {
    const { state, timeouts } = attempt;
    if (isOver(call, state)) money.settle();
    else if (isComplete(call, state)) timeouts.closing(state.isCounted ? AFTER_END_MS : COUNT_MS);
  };
  const take = (piece: Uint8Array | string) => {
    close();
    const growing = money.grow(attempt.state);
    return growing ? growing.then(() => passOn(piece, write, attempt)) : passOn(piece, write, attempt);
  };
  close();
  return source.flow(take, () => isOver(call, attempt.state));
}

function passOn(piece: Uint8Array | string, write: Write, { timeouts }: TextAttempt): Promise<void> | undefined {
  const waiting = write(piece);
  if (!waiting) return undefined;
  timeouts.hold(true);
  return waiting.then(() => timeouts.hold(false));
}

/** Returns whether nothing more is expected: the dialect's last event or the upstream's own error was passed on. */
function isOver(call: TextCall, state: AttemptState): boolean {
  return state.isErrorSent || isWithheld(state) || (state.ended && (state.hasSeenDone || !hasChoices(call.dialect)));
}

/** Returns whether the response has ended. With several choices, the end of one says nothing about the others. */
function isComplete({ dialect, body }: TextCall, state: AttemptState): boolean {
  if (hasSeveralChoices(dialect, body)) return state.hasSeenDone;
  return state.ended;
}

/** Sends the end of the stream in the caller's dialect: an error the caller has not yet received, or the last line. */
async function finish(call: TextCall, attempt: StyledAttempt, write: Write): Promise<void> {
  const { state } = attempt;
  if (state.failure && !state.isErrorSent) await write(finalEvents(call, attempt, state.failure));
  else if (call.dialect.id !== "messages" && !state.hasSeenDone) await write("data: [DONE]\n\n");
}

/**
 * Encodes the error with the encoder of the response, which knows what was sent so far; a native response gets a new
 * one.
 */
function finalEvents(call: TextCall, attempt: StyledAttempt, failure: UpstreamError): string {
  const { state, rewrite } = attempt;
  const encoder = state.encoder ?? call.dialect.encoder(contextOf(call, attempt));
  const metadata = failure.cause instanceof HttpError ? failure.cause.metadata : undefined;
  const words = encoder.fail({
    status: callerStatus(failure),
    message: failure.message,
    ...(metadata && { metadata }),
  });
  const events = state.guard ? words.flatMap(state.guard.pass) : words;
  recordTranscript(state, events);
  if (state.sequence !== undefined && !state.guard) for (const { data } of events) numberAfter(data, state.sequence);
  return toFrames(rewrite ? events.flatMap(rewrite) : events);
}

function numberAfter(data: unknown, sequence: number): void {
  if (typeof data === "object" && data !== null && "sequence_number" in data) data.sequence_number = sequence + 1;
}

// Reads to the end, so that the connection can be reused; disconnects an upstream that does not end.
async function drain(source: Source, timeouts: AttemptTimeouts): Promise<void> {
  const timer = setTimeout(() => timeouts.abandon(), AFTER_END_MS);
  try {
    await source.flow(
      () => undefined,
      () => false,
    );
  } catch {
    // The response is complete; a later error does not matter.
  }
  clearTimeout(timer);
}

function failureOf(error: unknown, call: TextCall): UpstreamError {
  if (error instanceof UpstreamError) return error;
  call.gateway.log.error({ error, generation: call.id }, "stream failed");
  return new UpstreamError(500, "Internal Server Error", { retryable: false, fault: "upstream", cause: error });
}
