import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { NativeText } from "#server/providers/provider.ts";

/** Fields of this API's chat bodies that OpenAI's have not: most providers reject some of them. */
const EXTENSIONS = new Set([
  ...["top_k", "min_p", "top_a", "repetition_penalty", "include_reasoning", "transforms", "structured_outputs"],
  ...["usage", "cache_control"],
]);

/** The same of its messages, their parts, and tools. Reasoning in `reasoning_details` is handled apart. */
const INNER_EXTENSIONS = new Set(["cache_control"]);

/**
 * Removes the fields of a body that the endpoint rejects: those that it does not have for the model (upstream name),
 * and of a chat body also this API's extensions, and all but its own if it names them. Replaces fields of `body` but
 * copies nested values; `notes` lists what is dropped. The effort in `reasoning` becomes OpenAI's field.
 */
export function dropUnsupported(dialect: string, body: Body, native: NativeText, model: string, notes: string[]): void {
  for (const name of native.lacks?.(model, body) ?? []) if (name in body) dropField(body, name, name, notes);
  if (dialect === "chat" && native.extensions !== "all") dropExtensions(body, native, notes);
}

function dropExtensions(body: Body, { extensions, fields, messageFields }: NativeText, notes: string[]): void {
  const isKept = (name: string) => extensions?.includes(name) ?? false;
  renameEffort(body, notes);
  for (const name of Object.keys(body)) {
    const has = fields ? fields.has(name) : !EXTENSIONS.has(name) || isKept(name);
    if (!has) dropField(body, name, name, notes);
  }
  const isInner = (name: string) => !INNER_EXTENSIONS.has(name) || isKept(name);
  const isOfMessage = (name: string) => messageFields?.has(name) ?? isInner(name);
  replaceAll(body, "tools", (tool, path) => keepFields(tool, isInner, path, notes));
  replaceAll(body, "messages", (message, path) => {
    const kept = keepFields(message, isOfMessage, path, notes);
    return withParts(kept, (part, place) => keepFields(part, isInner, place, notes), path);
  });
}

function dropField(holder: Body, name: string, path: string, notes: string[]): void {
  if (holder[name] !== null) notes.push(`${path}: dropped`);
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

/** Returns the same object if it has only such fields. */
function keepFields(value: Body, has: (name: string) => boolean, path: string, notes: string[]): Body {
  const dropped = Object.keys(value).filter((name) => !has(name));
  if (dropped.length === 0) return value;
  const kept = { ...value };
  for (const name of dropped) dropField(kept, name, `${path}.${name}`, notes);
  return withNumbersOf(value, kept);
}
