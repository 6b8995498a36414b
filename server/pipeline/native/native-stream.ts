import type { Body, DialectEvent, Rewrite } from "#server/dialects/dialect.ts";
import { toFrames } from "#server/dialects/frames.ts";
import { hasChoices } from "#server/dialects/has-choices.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { NativeResponse } from "#server/providers/exchange/exchange.ts";
import { bodyOf, type UpstreamBody } from "#server/providers/exchange/upstream-body.ts";
import type { NativeText } from "#server/providers/provider.ts";
import { maskSecrets } from "#server/providers/requests/mask.ts";
import { createFrames, eachData } from "#server/providers/wire/frames.ts";
import { reportedFailure } from "../attempts/attempt-failure.ts";
import { type AttemptState, isWithheld, note, noteBlock, noteItems, noteText } from "../attempts/attempt-state.ts";
import { unreadableError } from "../attempts/failure.ts";
import { createDeltaFastPath, type DeltaFastPath } from "../streaming/delta-fast-path.ts";
import { parseResponse } from "../streaming/parse-response.ts";
import { pushedSource, type Source } from "../streaming/source.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { jsonToSse } from "./json-to-sse.ts";
import { createModelNaming, type ModelNaming } from "./model-naming.ts";
import { sendNative } from "./native-request.ts";
import { readWhole } from "./native-response.ts";

const DONE = "[DONE]";

/**
 * Opens the stream of a native upstream and passes on complete events as text. Bytes stay unchanged unless an event
 * must change; either way each event is read once for metering.
 */
export async function nativeStream(
  call: TextCall,
  attempt: TextAttempt,
  native: NativeText,
  rewrite: Rewrite | undefined,
): Promise<Source> {
  const body = await streamOf(call, attempt, await sendNative(call, attempt, native));
  const frames = createFrames();
  const { guard, transcript } = attempt.state;
  // A provider may send completions in another form, in which each event must change.
  const isPlain = !(rewrite || guard || transcript || call.dialect.id === "completions");
  const plain = isPlain ? createDeltaFastPath() : undefined;
  const naming = createModelNaming(attempt.candidate.requestedModel, call.dialect.id === "chat");
  let broken: Error | undefined;
  const passOn = (batch: Batch, whole: Buffer) => {
    if (batch.broken) broken = unreadableError();
    for (const event of batch.events) transcript?.event(event);
    if (!rewrite && !batch.changed && !guard) return withRewritten(naming.bytes(whole), batch);
    return batch.events.map((event) => render(call, rewrite, event)).join("");
  };
  const read = (chunk: Buffer) => {
    const whole = frames.push(chunk);
    if (!whole) return undefined;
    const isLong = guard && whole.byteLength > guard.longestAtOnce;
    // Comments do not count: an upstream that sends only comments is idle.
    if (saysSomething(whole)) attempt.timeouts.progress();
    if (isLong) return readSlowly(call, attempt, whole, naming).then((batch) => passOn(batch, whole));
    const piece = passOn(readBatch(call, attempt, whole, naming, plain), whole);
    // One read of the socket may have hundreds of small chunks, which come in one turn of the event loop.
    return guard?.pause()?.then(() => piece) ?? piece;
  };
  return pushedSource(body, read, () => broken);
}

/** A frame longer than this that starts with a field has data. */
const LONGEST_EMPTY_BYTES = 16;
const COLON = 58;

/** Returns whether these frames contain data rather than only comments and blank lines. */
function saysSomething(whole: Buffer): boolean {
  const first = whole[0] ?? 0;
  if (whole.byteLength > LONGEST_EMPTY_BYTES && first > COLON) return true;
  return /^data: *\S/m.test(whole.toString("utf8"));
}

/** Some upstreams respond to a stream request with a whole response or with a JSON error. */
async function streamOf(
  call: TextCall,
  attempt: TextAttempt,
  { headers, body }: NativeResponse,
): Promise<UpstreamBody> {
  const type = String(headers["content-type"] ?? "");
  if (type.includes("text/event-stream")) return body;
  if (type.includes("application/json")) {
    attempt.timeouts.extend(call.gateway.environment.LAST_FIRST_CONTENT_TIMEOUT_MS);
    const text = await readWhole(body, attempt.timeouts);
    return bodyOf(Buffer.from(jsonToSse(call, attempt, () => call.dialect, text)));
  }
  body.destroy();
  throw unreadableError();
}

/**
 * The events of one network read; a string is an unchanged event. `changed`: some were changed. `broken`: an invalid
 * event followed. `plain`: events are only metered.
 */
type Batch = {
  events: (Body | string)[];
  changed: boolean;
  broken: boolean;
  naming: ModelNaming;
  plain: DeltaFastPath | undefined;
  /** The changed texts of completed events, by their original text. */
  rewritten?: Map<string, string>;
};

function readBatch(
  call: TextCall,
  attempt: TextAttempt,
  whole: Buffer,
  naming: ModelNaming,
  plain: DeltaFastPath | undefined,
): Batch {
  const { guard } = attempt.state;
  const batch: Batch = { events: [], changed: false, broken: false, naming, plain };
  eachData(whole, (data) => {
    if (plain && !batch.broken && noteRepeated(attempt.state, plain, data))
      return void batch.events.push(naming.text(data));
    const observation = observe(call, attempt, batch, data);
    if (observation)
      add(
        call,
        attempt,
        batch,
        observation,
        guard ? guard.pass({ data: observation.event }) : [{ data: observation.event }],
      );
  });
  return batch;
}

/** Reads a large batch in slices when guardrails apply. */
async function readSlowly(call: TextCall, attempt: TextAttempt, whole: Buffer, naming: ModelNaming): Promise<Batch> {
  const { guard } = attempt.state;
  const batch: Batch = { events: [], changed: false, broken: false, naming, plain: undefined };
  const all: string[] = [];
  eachData(whole, (data) => void all.push(data));
  for (const data of all) {
    const observation = observe(call, attempt, batch, data);
    if (observation)
      add(call, attempt, batch, observation, (await guard?.passSlowly({ data: observation.event })) ?? []);
    await guard?.pause();
  }
  return batch;
}

/** Records an event that repeats the previous one with another text. Returns false for any other event. */
function noteRepeated(state: AttemptState, plain: DeltaFastPath, data: string): boolean {
  const repeated = plain.read(data);
  if (!repeated) return false;
  noteText(state, repeated.text);
  if (repeated.sequence !== undefined) state.sequence = repeated.sequence;
  return true;
}

type Seen = { event: Body; data: string; isEnd: boolean };

/** Reads an event for metering. Returns undefined if nothing else must be done with it. */
function observe(call: TextCall, attempt: TextAttempt, batch: Batch, data: string): Seen | undefined {
  const { state, candidate } = attempt;
  if (batch.broken || isWithheld(state) || data === "") return undefined;
  // Some servers send it while a model thinks; clients fail on it (https://github.com/earendil-works/pi/pull/2466).
  if (data === "null") {
    batch.changed = true;
    return undefined;
  }
  if (data === DONE) return void readDone(call, state, batch);
  // Rewritten events keep their numbers as written.
  const event = parseResponse(data, batch.plain ? JSON.parse : parseJsonText);
  if (!event) {
    batch.broken = batch.changed = true;
    return undefined;
  }
  const observation = call.dialect.observeEvent(event);
  note(state, observation, performance.now());
  noteItems(state, observation, candidate.provider.native?.[call.dialect.id]);
  if (!observation.error) {
    batch.plain?.learn(data, observation);
    return { event, data: own(call, attempt, batch, event, data), isEnd: observation.end === true };
  }
  if (typeof event.sequence_number === "number") state.sequence = event.sequence_number;
  state.failure = reportedFailure(call, attempt, observation.error);
  state.isErrorSent = batch.changed = true;
  const masked = parseJsonText(maskSecrets(data, candidate.credential)) as Body;
  // Chat clients look for this field; an upstream may only report that the response ended in an error.
  if (hasChoices(call.dialect)) masked.error ??= { code: observation.error.status, message: observation.error.message };
  if (call.dialect.id === "messages") masked.type ??= "error";
  batch.naming.event(masked, data);
  batch.events.push(masked);
  return undefined;
}

/**
 * Sets the requested model name and the fields that the dialect promises, and seals reasoning; returns the event's text.
 */
function own(call: TextCall, { candidate }: TextAttempt, batch: Batch, event: Body, data: string): string {
  const { dialect } = call;
  const { id, name, native } = candidate.provider;
  const isNamed = batch.naming.event(event, data);
  const isCompleted = dialect.complete?.(event, name) === true;
  const seals = native?.[dialect.id]?.sealsReasoning === true;
  const isSealed = seals && dialect.sealReasoning?.(event, id) === true;
  if (!isCompleted && !isSealed && (!isNamed || dialect.id === "chat")) return batch.naming.text(data);
  // Parsed again so that numbers keep their notation; such events are rare.
  const exact = batch.plain ? (parseJsonText(data) as Body) : event;
  if (batch.plain) {
    batch.naming.event(exact, data);
    dialect.complete?.(exact, name);
    if (seals) dialect.sealReasoning?.(exact, id);
  }
  const text = JSON.stringify(exact);
  batch.rewritten ??= new Map();
  batch.rewritten.set(data, text);
  return text;
}

/** Returns the events unchanged except for the rewritten ones. */
function withRewritten(whole: Buffer, { rewritten }: Batch): Buffer | string {
  if (!rewritten) return whole;
  let text = whole.toString("utf8");
  for (const [before, after] of rewritten) text = text.replace(before, () => after);
  return text;
}

/** Adds the events that an event becomes: usually itself, at the end. */
function add(
  call: TextCall,
  attempt: TextAttempt,
  batch: Batch,
  { data: text, isEnd }: Seen,
  passed: readonly DialectEvent[],
): void {
  const { state } = attempt;
  if (state.guard) noteBlock(call, state);
  for (const [index, { data }] of passed.entries()) {
    const one = data as Body;
    if (index < passed.length - 1) {
      batch.events.push(one);
      continue;
    }
    if (typeof one.sequence_number === "number") state.sequence = one.sequence_number;
    const trailer = isEnd ? call.trailer(attempt) : undefined;
    if (trailer) batch.changed = true;
    if (trailer) batch.events.push(withTrailer(batch.plain ? (parseJsonText(text) as Body) : one, trailer));
    else batch.events.push(batch.plain ? text : one);
  }
}

/**
 * Handles `[DONE]`. It ends a response only in dialects with choices and only after some content; elsewhere it must not hide
 * that the end never came.
 */
function readDone(call: TextCall, state: AttemptState, batch: Batch): void {
  if (hasChoices(call.dialect) && state.firstContentMs !== undefined) state.ended = true;
  if (!state.ended) {
    batch.broken = batch.changed = true;
    return;
  }
  state.hasSeenDone = true;
  for (const { data } of state.guard?.pass({ data: DONE }) ?? [{ data: DONE }]) {
    batch.events.push(data as Body | string);
  }
  noteBlock(call, state);
}

function render(call: TextCall, rewrite: Rewrite | undefined, data: Body | string): string {
  if (data === DONE) return `data: ${DONE}\n\n`;
  if (typeof data === "string") return asCame(call, data);
  // Only the messages dialect has an event name besides the data.
  const event: DialectEvent = call.dialect.id === "messages" ? { event: String(data.type), data } : { data };
  return toFrames(rewrite ? rewrite(event) : [event]);
}

function asCame(call: TextCall, data: string): string {
  const name = call.dialect.id === "messages" ? `event: ${(JSON.parse(data) as Body).type}\n` : "";
  return `${name}data: ${data.replaceAll("\n", "\ndata: ")}\n\n`;
}

/**
 * Adds routing metadata where the dialect's clients look for it: in the response object, else at the top level of the
 * event.
 */
function withTrailer(event: Body, trailer: Body): Body {
  const { response } = event;
  Object.assign(typeof response === "object" && response ? response : event, trailer);
  return event;
}
