import { isRecord } from "#lib/is-record.ts";
import { type Block, block, list } from "../exchange/json.ts";
import type { Note } from "../upstream.ts";

type Fits = (value: unknown) => boolean;

const anything: Fits = () => true;
const isText: Fits = (value) => typeof value === "string";
const isNumber: Fits = (value) => typeof value === "number";
const isThought: Fits = (value) => isRecord(value) && isNumber(value.thinking_tokens ?? 0);

/** Returns whether a value is a valid reason for a refusal. */
const isStopDetails: Fits = (value) =>
  isRecord(value) && isText(value.type) && STOP_DETAILS.every((name) => isText(value[name] ?? ""));
const STOP_DETAILS = ["category", "explanation", "recommended_model"];

const START = new Map<string, Fits>([
  ["type", anything],
  ["message", isRecord],
]);
const MESSAGE = new Map<string, Fits>([
  ...["type", "content", "usage", "stop_sequence"].map((name): [string, Fits] => [name, anything]),
  ...["id", "model", "role", "stop_reason", "service_tier"].map((name): [string, Fits] => [name, isText]),
]);
const END = new Map<string, Fits>([
  ["type", anything],
  ["delta", isRecord],
  ["usage", isRecord],
]);
const DELTA = new Map<string, Fits>([
  ["stop_reason", isText],
  ["stop_sequence", isText],
  ["stop_details", isStopDetails],
]);
const USAGE = new Map<string, Fits>([
  ["service_tier", isText],
  ["output_tokens_details", isThought],
  ...["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"].map(
    (name): [string, Fits] => [name, isNumber],
  ),
]);
const ITERATIONS = new Set<unknown>(["compaction", "message", "advisor_message", "fallback_message"]);

/**
 * Returns the first event with only the fields that Anthropic's SDK package knows and other dialects report; `note`
 * gets all others. A missing count becomes 0, and usage is then estimated.
 */
export function knownStart(event: Block, note: Note): Block {
  const start = keepValid(event, START, (name) => note(`message_start ${name}`));
  const noteDropped: Note = (name) => note(`message_start ${name}`);
  const message = keepValid(block(start.message), MESSAGE, noteDropped);
  const content = keepKnown(
    list(message.content),
    ({ type }) => type === "tool_use",
    (one) => noteDropped(String(one.type)),
  );
  const usage = knownUsage(block(message.usage), noteDropped);
  const counts = isNumber(usage.input_tokens) ? usage : { ...usage, input_tokens: 0 };
  return withChanges(start, { message: withChanges(message, { content, usage: counts }) });
}

/**
 * Returns the event that ends a message, filtered in the same way. A missing count becomes 0, and usage is then
 * estimated.
 */
export function knownEnd(event: Block, note: Note): Block {
  const noteDropped: Note = (name) => note(`message_delta ${name}`);
  const fields = keepValid(event, END, noteDropped);
  const usage = knownUsage(block(fields.usage), noteDropped);
  const delta = keepValid(block(fields.delta), DELTA, noteDropped);
  return withChanges(fields, { delta, usage: isNumber(usage.output_tokens) ? usage : { ...usage, output_tokens: 0 } });
}

/** Drops invalid counts; the tokens that they stood for are estimated. */
function knownUsage(usage: Block, noteDropped: Note): Block {
  const counts = keepValid(usage, USAGE, (name) => noteDropped(`usage ${name}`), true);
  return withKnownIterations(counts, (type) => noteDropped(`usage ${type} iteration`));
}

function withKnownIterations(usage: Block, noteDropped: Note): Block {
  if (usage.iterations === undefined || usage.iterations === null) return usage;
  const isKnown = ({ type, input_tokens, output_tokens }: Block) =>
    ITERATIONS.has(type) && isNumber(input_tokens) && isNumber(output_tokens);
  const iterations = keepKnown(list(usage.iterations), isKnown, ({ type }) => noteDropped(String(type)));
  return withChanges(usage, { iterations });
}

/**
 * Returns the fields that are valid; null counts as absent. `isOpen`: unknown fields stay. Returns the same object if
 * all are valid.
 */
function keepValid(fields: Block, known: ReadonlyMap<string, Fits>, noteDropped: Note, isOpen = false): Block {
  const invalidNames = Object.keys(fields).filter((name) => {
    const fits = known.get(name) ?? (isOpen ? anything : () => false);
    return fields[name] !== null && fields[name] !== undefined && !fits(fields[name]);
  });
  if (invalidNames.length === 0) return fields;
  for (const name of invalidNames) noteDropped(name);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !invalidNames.includes(name)));
}

/** Returns the same list if all entries are known. */
function keepKnown(all: unknown[], isKnown: (one: Block) => boolean, noteDropped: (one: Block) => void): unknown[] {
  const unknown = all.map(block).filter((one) => !isKnown(one));
  for (const one of unknown) noteDropped(one);
  return unknown.length === 0 ? all : all.filter((one) => isKnown(block(one)));
}

/** Returns the same object if no field changed. */
function withChanges(fields: Block, changed: Block): Block {
  return Object.keys(changed).every((name) => fields[name] === changed[name]) ? fields : { ...fields, ...changed };
}
