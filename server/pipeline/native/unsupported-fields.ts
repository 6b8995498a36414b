import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { USER_NOT_SENT } from "#server/dialects/gateway-fields.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { NativeText } from "#server/providers/provider.ts";
import { isForeignExtension } from "#server/providers/requests/chat-extensions.ts";

/** A field of Grok Build's messages: the model that wrote the message. */
const MODEL_OF_MESSAGE = "model_id";

/**
 * Removes the fields of a body that the endpoint is known to reject, for the model (upstream name) or at all: of a chat
 * body also this API's extensions. Unknown fields stay. Replaces fields of `body` but copies nested values; `notes`
 * lists what is dropped. The effort in `reasoning` becomes OpenAI's field.
 */
export function dropUnsupported(dialect: string, body: Body, native: NativeText, model: string, notes: string[]): void {
  for (const name of native.lacks?.(model, body) ?? []) if (name in body) dropField(body, name, name, notes);
  if (dialect === "chat" && native.extensions !== "all") dropExtensions(body, native, notes);
}

function dropExtensions(body: Body, native: NativeText, notes: string[]): void {
  const { lacksInMessages = [] } = native;
  renameEffort(body, notes);
  for (const name of Object.keys(body)) {
    if (isForeignExtension(name, native)) dropField(body, name, name, notes);
  }
  const isMark = (name: string) => name === "cache_control" && isForeignExtension(name, native);
  replaceAll(body, "tools", (tool, path) => withoutFields(tool, isMark, path, notes));
  replaceAll(body, "messages", (message, path) => {
    const isLacking = (name: string) => isMark(name) || name === MODEL_OF_MESSAGE || lacksInMessages.includes(name);
    const kept = withoutFields(message, isLacking, path, notes);
    return withParts(kept, (part, place) => withoutFields(part, isMark, place, notes), path);
  });
}

function dropField(holder: Body, name: string, path: string, notes: string[]): void {
  if (holder[name] !== null) notes.push(path === "user" ? USER_NOT_SENT : `${path}: dropped`);
  delete holder[name];
}

function renameEffort(body: Body, notes: string[]): void {
  const { reasoning } = body;
  if (reasoning === undefined) return;
  delete body.reasoning;
  if (!isRecord(reasoning)) return;
  const { effort, ...others } = reasoning;
  if (typeof effort === "string") body.reasoning_effort ??= effort;
  for (const name of Object.keys(others)) if (others[name] !== null) notes.push(`reasoning.${name}: dropped`);
}

function replaceAll(body: Body, field: string, change: (entry: Body, path: string) => Body): void {
  const list = body[field];
  if (!Array.isArray(list)) return;
  const changed = list.map((entry, at) => (isRecord(entry) ? change(entry, `${field}[${at}]`) : entry));
  if (changed.some((entry, at) => entry !== list[at])) body[field] = changed;
}

function withParts(message: Body, change: (part: Body, path: string) => Body, path: string): Body {
  const copy = { ...message };
  replaceAll(copy, "content", (part, place) => change(part, `${path}.${place}`));
  return copy.content === message.content ? message : withNumbersOf(message, copy);
}

/** Returns the same object if it has no such fields. */
function withoutFields(value: Body, isDropped: (name: string) => boolean, path: string, notes: string[]): Body {
  const dropped = Object.keys(value).filter(isDropped);
  if (dropped.length === 0) return value;
  const kept = { ...value };
  for (const name of dropped) dropField(kept, name, `${path}.${name}`, notes);
  return withNumbersOf(value, kept);
}
