import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { callPlaces } from "./call-places.ts";

/** A message that is being collected. */
export type Message = {
  texts: { content: string; reasoning: string; refusal: string };
  details: Body[];
  calls: Map<number, CallSoFar>;
  placeOf: ReturnType<typeof callPlaces>;
  annotations: Body[];
  images: Body[];
  serverCalls: Body[];
  /** Provider-specific fields. */
  others: Body;
};

const KNOWN = new Set([
  ...["role", "content", "reasoning", "refusal", "reasoning_details", "tool_calls", "annotations", "images"],
  "server_tool_calls",
]);

/** `input`: the arguments so far, or the text input of a custom tool. `extra`: its `extra_content`. */
type CallSoFar = { id: unknown; isCustom: boolean; name: string; input: string; extra?: unknown };

export function newMessage(): Message {
  return {
    texts: { content: "", reasoning: "", refusal: "" },
    details: [],
    calls: new Map(),
    placeOf: callPlaces(),
    annotations: [],
    images: [],
    serverCalls: [],
    others: {},
  };
}

/** Adds one delta to the message. */
export function mergeDelta(message: Message, delta: Body): void {
  for (const field of ["content", "reasoning", "refusal"] as const) message.texts[field] += textOf(delta[field]) ?? "";
  for (const part of recordsOf(delta.content)) mergePart(message, part);
  for (const detail of recordsOf(delta.reasoning_details)) mergeDetail(message.details, detail);
  for (const call of recordsOf(delta.tool_calls)) mergeCall(message, call);
  message.annotations.push(...recordsOf(delta.annotations));
  message.images.push(...recordsOf(delta.images));
  message.serverCalls.push(...recordsOf(delta.server_tool_calls));
  for (const [name, value] of Object.entries(delta)) if (!KNOWN.has(name)) mergeOther(message.others, name, value);
}

/** Adds content in parts, as Mistral sends it. */
function mergePart({ texts }: Message, { type, text, thinking }: Body): void {
  if (type === "text") texts.content += textOf(text) ?? "";
  for (const thought of recordsOf(thinking)) texts.reasoning += textOf(thought.text) ?? "";
}

/**
 * Adds an unknown field. Providers' text fields arrive in pieces and are joined; of any other value the last one
 * applies.
 */
function mergeOther(others: Body, name: string, value: unknown): void {
  const before = others[name];
  const isText = typeof before === "string" && typeof value === "string" && !SET_ONCE.has(name);
  if (isRecord(before) && isRecord(value)) {
    for (const [field, inner] of Object.entries(value)) mergeOther(before, field, inner);
  } else if (value !== null) others[name] = isText ? before + value : isRecord(value) ? { ...value } : value;
}

const SET_ONCE = new Set(["id", "name", "type", "phase"]);

/** Returns the message of a completion; optional fields only if they have content. */
export function messageBody({ texts, details, calls, annotations, images, serverCalls, others }: Message): Body {
  const toolCalls = [...calls.values()].map(callBody);
  return {
    ...others,
    role: "assistant",
    content: texts.content === "" && toolCalls.length > 0 ? null : texts.content,
    refusal: texts.refusal || null,
    reasoning: texts.reasoning || null,
    ...(details.length > 0 && { reasoning_details: details }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    ...(annotations.length > 0 && { annotations }),
    ...(images.length > 0 && { images }),
    ...(serverCalls.length > 0 && { server_tool_calls: serverCalls }),
  };
}

function callBody({ id, isCustom, name, input, extra }: CallSoFar): Body {
  const called = isCustom
    ? { type: "custom", custom: { name, input } }
    : { type: "function", function: { name, arguments: input } };
  return { id, ...called, ...(extra !== undefined && { extra_content: extra }) };
}

/** Adds a reasoning detail. Pieces of one text share type and index; a signature is the last piece. */
function mergeDetail(details: Body[], detail: Body): void {
  const same = details.find(
    (known) => known.type === "reasoning.text" && detail.type === known.type && known.index === detail.index,
  );
  if (!same) details.push({ ...detail });
  else Object.assign(same, detail, { text: `${textOf(same.text) ?? ""}${textOf(detail.text) ?? ""}` });
}

function mergeCall(message: Message, piece: Body): void {
  const isCustom = isRecord(piece.custom);
  const place = message.placeOf(piece);
  const call: CallSoFar = message.calls.get(place) ?? { id: piece.id, isCustom, name: "", input: "" };
  message.calls.set(place, call);
  // Some servers send the id after an empty one.
  call.id ||= piece.id;
  const definition = [piece.function, piece.custom].find(isRecord) ?? {};
  // Some servers repeat it in every piece.
  if (definition.name !== call.name) call.name += textOf(definition.name) ?? "";
  call.input += textOf(definition.arguments) ?? textOf(definition.input) ?? "";
  if (isRecord(piece.extra_content)) call.extra = piece.extra_content;
}
