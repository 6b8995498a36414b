import type { AnswerText, Body, Dialect, DialectEvent } from "#server/dialects/dialect.ts";
import { createAnswerFilter, filterSlowly, filterWhole } from "#server/guardrails/answer-filter.ts";
import { type Guard, readsAnswer } from "#server/guardrails/guard.ts";
import { weightOf } from "#server/guardrails/patterns/read-patterns.ts";
import {
  createPacer,
  LONGEST_AT_ONCE,
  type Pacer,
  SLICE_LENGTH,
  sliceLength,
} from "#server/guardrails/stream/pacer.ts";
import type { Released, StreamFilter } from "#server/guardrails/stream.ts";
import { jsonCopy } from "../streaming/json-copy.ts";
import { count, dropTokens } from "./guard-answer.ts";

/** The rules for answers on the events of one stream. */
export type StreamGuard = {
  /**
   * The events that may go to the caller when this one has come. Of texts in pieces only what no rule forbids is
   * let out, whatever comes next; what was held goes out before the event that ends its text. After a block nothing
   * of a text is let out any more.
   */
  pass(event: DialectEvent): DialectEvent[];
  /** The same for an event of any length: a long one is passed in slices, with turns of the event loop between them. */
  passSlowly(event: DialectEvent): Promise<DialectEvent[]>;
  isBlocked(): boolean;
  /** A text that is longer is passed slowly. */
  longestAtOnce: number;
};

/** Undefined where there is nothing to do. `notes` is told what had to be left out. */
export function createStreamGuard(
  dialect: Dialect,
  guard: Guard | undefined,
  notes: () => string[],
): StreamGuard | undefined {
  if (!guard || !readsAnswer(guard)) return undefined;
  const state: State = {
    dialect,
    guard,
    notes,
    channels: new Map(),
    known: new Map(),
    ahead: new Map(),
    blocked: false,
    slice: sliceLength(weightOf(guard.effective.output)),
    isTold: false,
  };
  const longestAtOnce = Math.min(LONGEST_AT_ONCE, state.slice * 2);
  return {
    longestAtOnce,
    pass: (event) => numbered(state, pass(state, event)),
    passSlowly: (event) => passSlowly(state, event),
    isBlocked: () => state.blocked,
  };
}

/** A text that comes in pieces. */
type Channel = { filter: StreamFilter; last: AnswerText; raw: string; out: string };

type State = {
  dialect: Dialect;
  guard: Guard;
  notes(): string[];
  channels: Map<string, Channel>;
  /** Whole texts as they go out, by what the upstream said: some dialects say each of them several times. */
  known: Map<string, string>;
  /** What may go out of the pieces of the next event that were read before it, by their channel. */
  ahead: Map<string, string>;
  blocked: boolean;
  /** How much of a text is read in one turn. */
  slice: number;
  /** The failure that ends a blocked stream has gone out, so that its last line may follow. */
  isTold: boolean;
  /** The number of the next event, in the dialect that numbers them. */
  sequence?: number;
};

function pass(state: State, event: DialectEvent): DialectEvent[] {
  if (!isBody(event.data)) {
    const rests = released(state, () => true);
    // The line that ends a stream would say that a blocked answer had come to its end.
    return state.blocked && !state.isTold ? rests : [...rests, event];
  }
  // An encoder may say the same object again.
  const data = jsonCopy(event.data);
  const { dialect, guard } = state;
  dropTokens(dialect, guard, state.notes(), data);
  const texts = dialect.answers.event(data);
  const pieces = texts.filter(isPiece);
  const outs = pieces.map((text) => read(state, text));
  if (state.blocked)
    return pieces.flatMap((text, index) => carried(text, outs[index])).concat(closing(state, event, data, texts));
  const rests = released(state, (channel) => dialect.answers.ends(data, channel), pieces, outs);
  if (state.blocked) return rests;
  for (const [index, text] of pieces.entries()) text.replace(outs[index] ?? "");
  for (const text of texts) if (!text.piece) replaceWhole(state, text);
  if (state.blocked) return rests;
  const saysNothing = pieces.length === 1 && pieces[0]?.piece.isAll && outs[0] === "";
  return saysNothing ? rests : [...rests, { ...event, data }];
}

type Piece = AnswerText & { piece: NonNullable<AnswerText["piece"]> };

function isPiece(text: AnswerText): text is Piece {
  return text.piece !== undefined;
}

async function passSlowly(state: State, event: DialectEvent): Promise<DialectEvent[]> {
  const pacer = createPacer();
  const texts = isBody(event.data) ? state.dialect.answers.event(event.data) : [];
  for (const text of texts.filter((one) => one.text.length > state.slice * 2 || one.text.length > LONGEST_AT_ONCE)) {
    if (isPiece(text)) await readAhead(state, text, pacer);
    else await knowWhole(state, text, pacer);
  }
  return numbered(state, pass(state, event));
}

/** Reads a piece before its event is passed, as far as a block. */
async function readAhead(state: State, text: Piece, pacer: Pacer): Promise<void> {
  const channel = channelOf(state, text);
  let out = "";
  for (let at = 0; at < text.text.length && !state.blocked; at += state.slice) {
    out += take(state, channel, channel.filter.push(text.text.slice(at, at + state.slice)));
    await pacer.read(SLICE_LENGTH);
  }
  state.ahead.set(text.piece.channel, out);
}

/** Reads a whole text before its event is passed. */
async function knowWhole(state: State, text: AnswerText, pacer: Pacer): Promise<void> {
  const name = nameOf(text, text.text);
  // What came in pieces is known when the event ends it.
  const isPending = [...state.channels.values()].some(({ last, raw }) => nameOf(last, raw) === name);
  if (isPending || state.known.has(name)) return;
  const filtered = await filterSlowly(state.guard, text, text.text, pacer);
  count(state.guard, text, filtered.all);
  if (filtered.text === undefined) state.blocked = true;
  state.known.set(name, filtered.text ?? "");
}

/** What may go out now that a piece has come. */
function read(state: State, text: Piece): string {
  const known = state.ahead.get(text.piece.channel);
  if (known !== undefined) {
    state.ahead.delete(text.piece.channel);
    return known;
  }
  if (state.blocked) return "";
  const channel = channelOf(state, text);
  return take(state, channel, channel.filter.push(text.text));
}

/** Where the text goes on that a piece belongs to. */
function channelOf(state: State, text: Piece): Channel {
  const { channel: name } = text.piece;
  const channel = state.channels.get(name) ?? opened(state, name, text);
  channel.last = text;
  channel.raw += text.text;
  return channel;
}

function opened({ guard, channels }: State, name: string, text: AnswerText): Channel {
  const channel = { filter: createAnswerFilter(guard, text), last: text, raw: "", out: "" };
  channels.set(name, channel);
  return channel;
}

function take(state: State, channel: Channel, released: Released): string {
  count(state.guard, channel.last, [released]);
  channel.out += released.text;
  if (released.verdict === "blocked") state.blocked = true;
  return released.text;
}

/** What the texts that end held back: at the end of their piece in this event, else in events of their own. */
function released(
  state: State,
  ends: (channel: string) => boolean,
  pieces: readonly Piece[] = [],
  outs: string[] = [],
): DialectEvent[] {
  const events: DialectEvent[] = [];
  for (const [name, channel] of state.channels) {
    if (state.blocked || !ends(name)) continue;
    state.channels.delete(name);
    const rest = take(state, channel, channel.filter.end());
    state.known.set(nameOf(channel.last, channel.raw), channel.out);
    const index = pieces.findLastIndex(({ piece }) => piece.channel === name);
    if (index >= 0) outs[index] += rest;
    else events.push(...carried(channel.last as Piece, rest));
  }
  return state.blocked ? [...events, ...pieces.flatMap((text, index) => carried(text, outs[index]))] : events;
}

function carried({ piece }: Piece, text: string | undefined): DialectEvent[] {
  return text ? [piece.event(text)] : [];
}

function nameOf({ form, isReasoning }: AnswerText, raw: string): string {
  return `${form} ${isReasoning} ${raw}`;
}

function replaceWhole(state: State, text: AnswerText): void {
  const name = nameOf(text, text.text);
  let out = state.known.get(name);
  if (out === undefined) {
    const filtered = filterWhole(state.guard, text, text.text);
    count(state.guard, text, filtered.all);
    if (filtered.text === undefined) state.blocked = true;
    out = filtered.text ?? "";
    state.known.set(name, out);
  }
  if (out !== text.text) text.replace(out);
}

/** Of what comes after a block only the words that end the stream, with the texts that may be seen. */
function closing(state: State, event: DialectEvent, data: Body, texts: readonly AnswerText[]): DialectEvent[] {
  if (!isFailure(data)) return [];
  state.isTold = true;
  for (const text of texts) {
    const filtered = filterWhole(state.guard, text, text.text);
    text.replace(state.known.get(nameOf(text, text.text)) ?? filtered.text ?? "");
  }
  return [{ ...event, data }];
}

function isFailure({ type, error }: Body): boolean {
  return isBody(error) || type === "error" || type === "response.failed";
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null;
}

/** Events that were added or left out leave no gap in the numbers. */
function numbered(state: State, events: DialectEvent[]): DialectEvent[] {
  for (const { data } of events) {
    if (!isBody(data) || typeof data.sequence_number !== "number") continue;
    state.sequence ??= data.sequence_number;
    data.sequence_number = state.sequence++;
  }
  return events;
}
