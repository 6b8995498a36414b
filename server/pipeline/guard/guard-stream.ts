import type { Body, Dialect, DialectEvent, OutputText } from "#server/dialects/dialect.ts";
import { type Guard, readsOutput } from "#server/guardrails/guard.ts";
import { createOutputFilter, filterSlowly, filterWhole } from "#server/guardrails/output-filter.ts";
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
import { count, dropTokens } from "./guard-output.ts";

/** Applies the output rules to the events of one stream. */
export type StreamGuard = {
  /**
   * Returns the events that may be sent to the caller after this one. It releases only text that no rule can
   * remove any more, and sends the rest before the event that ends the text. After a block it releases no text.
   */
  pass(event: DialectEvent): DialectEvent[];
  /**
   * The same for an event of any length: a long one is read in slices, with turns of the event loop in between.
   */
  passSlowly(event: DialectEvent): Promise<DialectEvent[]>;
  /** Returns a promise of another turn of the event loop if the events since the last one were enough for one. */
  pause(): Promise<void> | undefined;
  isBlocked(): boolean;
  /** Longer texts must use `passSlowly`. */
  longestAtOnce: number;
};

/** The most events with little text that are read in one turn. */
const EVENTS_AT_ONCE = 40;

/** Creates the guard of a stream; undefined if there is nothing to do. Adds what must be dropped to `notes`. */
export function createStreamGuard(
  dialect: Dialect,
  guard: Guard | undefined,
  notes: () => string[],
): StreamGuard | undefined {
  if (!guard || !readsOutput(guard)) return undefined;
  const state: State = {
    dialect,
    guard,
    notes,
    channels: new Map(),
    known: new Map(),
    ahead: new Map(),
    blocked: false,
    slice: sliceLength(weightOf(guard.effective.output)),
    sincePause: 0,
    isReported: false,
  };
  const longestAtOnce = Math.min(LONGEST_AT_ONCE, state.slice * 2);
  return {
    longestAtOnce,
    pass: (event) => numberEvents(state, pass(state, event)),
    passSlowly: (event) => passSlowly(state, event),
    pause: () => pause(state),
    isBlocked: () => state.blocked,
  };
}

/** A text that arrives in pieces. */
type Channel = { filter: StreamFilter; last: OutputText; raw: string; out: string };

type State = {
  dialect: Dialect;
  guard: Guard;
  notes(): string[];
  channels: Map<string, Channel>;
  /** Filtered whole texts by the upstream's original; some dialects repeat each of them several times. */
  known: Map<string, string>;
  /** Text that may be released for the next event's pieces that were read ahead, by channel. */
  ahead: Map<string, string>;
  blocked: boolean;
  /** How much text is read in one turn of the event loop. */
  slice: number;
  /** How much was read in this turn. */
  sincePause: number;
  /** The error event of a blocked stream was sent, so the last line may follow. */
  isReported: boolean;
  /** The next event's sequence number, in the dialect that has them. */
  sequence?: number;
};

function pause(state: State): Promise<void> | undefined {
  if (state.sincePause < state.slice) return undefined;
  state.sincePause = 0;
  return new Promise((done) => setImmediate(done));
}

function pass(state: State, event: DialectEvent): DialectEvent[] {
  state.sincePause += state.slice / EVENTS_AT_ONCE;
  if (!isBody(event.data)) {
    const rests = releaseText(state, () => true);
    // The line that ends a stream would mark a blocked response as complete.
    return state.blocked && !state.isReported ? rests : [...rests, event];
  }
  // An encoder may send the same object again.
  const data = jsonCopy(event.data);
  const { dialect, guard } = state;
  dropTokens(dialect, guard, state.notes(), data);
  const texts = dialect.outputTexts.event(data);
  const pieces = texts.filter(isPiece);
  const outs = pieces.map((text) => read(state, text));
  if (state.blocked)
    return pieces.flatMap((text, index) => pieceEvents(text, outs[index])).concat(closing(state, event, data, texts));
  const rests = releaseText(state, (channel) => dialect.outputTexts.ends(data, channel), pieces, outs);
  if (state.blocked) return rests;
  for (const [index, text] of pieces.entries()) text.replace(outs[index] ?? "");
  for (const text of texts) if (!text.piece) replaceWhole(state, text);
  if (state.blocked) return rests;
  const saysNothing = pieces.length === 1 && pieces[0]?.piece.isAll && outs[0] === "";
  return saysNothing ? rests : [...rests, { ...event, data }];
}

type Piece = OutputText & { piece: NonNullable<OutputText["piece"]> };

function isPiece(text: OutputText): text is Piece {
  return text.piece !== undefined;
}

async function passSlowly(state: State, event: DialectEvent): Promise<DialectEvent[]> {
  const pacer = createPacer();
  const texts = isBody(event.data) ? state.dialect.outputTexts.event(event.data) : [];
  for (const text of texts.filter((one) => one.text.length > state.slice * 2 || one.text.length > LONGEST_AT_ONCE)) {
    if (isPiece(text)) await readAhead(state, text, pacer);
    else await knowWhole(state, text, pacer);
  }
  return numberEvents(state, pass(state, event));
}

/** Reads a piece before its event is passed on, and stops at a block. */
async function readAhead(state: State, text: Piece, pacer: Pacer): Promise<void> {
  const channel = channelOf(state, text);
  let out = "";
  for (let at = 0; at < text.text.length && !state.blocked; at += state.slice) {
    out += take(state, channel, channel.filter.push(text.text.slice(at, at + state.slice)));
    await pacer.read(SLICE_LENGTH);
  }
  state.ahead.set(text.piece.channel, out);
}

/** Reads a whole text before its event is passed on. */
async function knowWhole(state: State, text: OutputText, pacer: Pacer): Promise<void> {
  const name = nameOf(text, text.text);
  // Text sent in pieces is complete when this event ends it.
  const isPending = [...state.channels.values()].some(({ last, raw }) => nameOf(last, raw) === name);
  if (isPending || state.known.has(name)) return;
  const filtered = await filterSlowly(state.guard, text, text.text, pacer);
  count(state.guard, text, filtered.all);
  if (filtered.text === undefined) state.blocked = true;
  state.known.set(name, filtered.text ?? "");
}

/** Returns the text that a new piece releases. */
function read(state: State, text: Piece): string {
  const known = state.ahead.get(text.piece.channel);
  if (known !== undefined) {
    state.ahead.delete(text.piece.channel);
    return known;
  }
  if (state.blocked) return "";
  const channel = channelOf(state, text);
  state.sincePause += text.text.length;
  return take(state, channel, channel.filter.push(text.text));
}

/** Returns the channel that a piece continues. */
function channelOf(state: State, text: Piece): Channel {
  const { channel: name } = text.piece;
  const channel = state.channels.get(name) ?? openChannel(state, name, text);
  channel.last = text;
  channel.raw += text.text;
  return channel;
}

function openChannel({ guard, channels }: State, name: string, text: OutputText): Channel {
  const channel = { filter: createOutputFilter(guard, text), last: text, raw: "", out: "" };
  channels.set(name, channel);
  return channel;
}

function take(state: State, channel: Channel, released: Released): string {
  count(state.guard, channel.last, [released]);
  channel.out += released.text;
  if (released.verdict === "blocked") state.blocked = true;
  return released.text;
}

/** Releases the held rest of texts that end: appended to their piece in this event, else in separate events. */
function releaseText(
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
    else events.push(...pieceEvents(channel.last as Piece, rest));
  }
  return state.blocked ? [...events, ...pieces.flatMap((text, index) => pieceEvents(text, outs[index]))] : events;
}

function pieceEvents({ piece }: Piece, text: string | undefined): DialectEvent[] {
  return text ? [piece.event(text)] : [];
}

function nameOf({ form, isReasoning, isCall = false }: OutputText, raw: string): string {
  return `${form} ${isReasoning} ${isCall} ${raw}`;
}

function replaceWhole(state: State, text: OutputText): void {
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

/** Reduces an event after a block to what ends the stream, with only the texts that may be shown. */
function closing(state: State, event: DialectEvent, data: Body, texts: readonly OutputText[]): DialectEvent[] {
  if (!isFailure(data)) return [];
  state.isReported = true;
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

/** Renumbers events, so that added or removed events leave no gap. */
function numberEvents(state: State, events: DialectEvent[]): DialectEvent[] {
  for (const { data } of events) {
    if (!isBody(data) || typeof data.sequence_number !== "number") continue;
    state.sequence ??= data.sequence_number;
    data.sequence_number = state.sequence++;
  }
  return events;
}
