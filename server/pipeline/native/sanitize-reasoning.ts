import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { UNSIGNED, unsealNative, unsealSignature } from "#server/dialects/messages/signature.ts";
import { textOf } from "#server/dialects/read-field.ts";
import { proofOf, unsealContent } from "#server/dialects/responses/encode/encrypted-content.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

/** Returns replayed reasoning as its upstream sent it, or undefined if another one made it. */
type Read = (entry: Body, sealer: string | undefined) => Body | undefined;

/**
 * Returns a body without replayed reasoning that its native upstream did not make. Another provider may have served an
 * earlier turn, and each provider rejects signatures that are not its own. Returns the same body if nothing changes.
 * `sealer`: the id of an upstream whose reasoning the gateway marks.
 */
export function sanitizeReasoning(
  dialect: Dialect["id"],
  body: Body,
  sealer: string | undefined,
  notes: string[],
): Body {
  if (dialect === "messages") return replaceList(body, "messages", withOwnThinking(body.messages, sealer, notes));
  if (dialect === "responses") return replaceList(body, "input", withOwnItems(body.input, sealer, notes));
  return body;
}

/**
 * Returns a chat body without reasoning that the gateway, or OpenRouter, has written for another provider: messages
 * with `reasoning_details`, and calls with Google's signature in `extra_content`. Most providers reject these fields.
 * Returns the same body if nothing changes.
 */
export function withoutReasoningDetails(body: Body, notes: string[]): Body {
  const { messages } = body;
  if (!Array.isArray(messages)) return body;
  const kept = messages.map((message, at) => withoutSignatures(withoutDetails(message, at, notes), at, notes));
  return kept.every((message, at) => message === messages[at]) ? body : { ...body, messages: kept };
}

function withoutDetails(message: Body, at: number, notes: string[]): Body {
  if (message?.reasoning_details === undefined) return message;
  const { reasoning_details: _, reasoning: __, ...rest } = message;
  notes.push(`messages[${at}].reasoning_details: dropped (another provider's reasoning)`);
  return withNumbersOf(message, rest);
}

function withoutSignatures(message: Body, at: number, notes: string[]): Body {
  const calls = message?.tool_calls;
  if (!Array.isArray(calls) || !calls.some((call: Body) => call?.extra_content !== undefined)) return message;
  const unsigned = calls.map((call: Body, index) => {
    if (call?.extra_content === undefined) return call;
    const { extra_content: _, ...rest } = call;
    notes.push(`messages[${at}].tool_calls[${index}].extra_content: dropped (another provider's reasoning)`);
    return withNumbersOf(call, rest);
  });
  return withNumbersOf(message, { ...message, tool_calls: unsigned });
}

function replaceList(body: Body, field: string, list: unknown): Body {
  return list === body[field] ? body : { ...body, [field]: list };
}

function withOwnThinking(messages: unknown, sealer: string | undefined, notes: string[]): unknown {
  if (!Array.isArray(messages)) return messages;
  let changed = false;
  const kept = messages.map((message: Body, at) => {
    if (message?.role !== "assistant" || !Array.isArray(message.content)) return message;
    const content = ownEntries(message.content, ownThinking, sealer, `messages[${at}].content`, notes);
    if (content === message.content) return message;
    changed = true;
    return withNumbersOf(message, { ...message, content });
  });
  // A turn with only thinking would be empty, which Anthropic rejects.
  return changed ? kept.filter(({ content }) => !Array.isArray(content) || content.length > 0) : messages;
}

function ownThinking(block: Body, sealer: string | undefined): Body | undefined {
  if (block.type === "redacted_thinking") return withOwnProof(block, "data", sealer);
  if (block.type !== "thinking") return block;
  // An upstream that seals may require its reasoning back even if it has not signed it.
  if (!textOf(block.signature)) return sealer === undefined ? undefined : block;
  if (block.signature === UNSIGNED && sealer !== undefined) return withNumbersOf(block, { ...block, signature: "" });
  return withOwnProof(block, "signature", sealer);
}

function withOwnProof(block: Body, field: string, sealer: string | undefined): Body | undefined {
  const proof = textOf(block[field]) ?? "";
  if (sealer === undefined) return unsealSignature(proof) ? undefined : block;
  const own = unsealNative(proof, sealer);
  return own === undefined ? undefined : withNumbersOf(block, { ...block, [field]: own });
}

function withOwnItems(input: unknown, sealer: string | undefined, notes: string[]): unknown {
  return Array.isArray(input) ? ownEntries(input, ownItem, sealer, "input", notes) : input;
}

/** OpenAI cannot know items without its encrypted content, since the gateway asks it to store nothing. */
function ownItem(item: Body, sealer: string | undefined): Body | undefined {
  if (item.type !== "reasoning") return item;
  const encrypted = textOf(item.encrypted_content);
  if (!encrypted) return sealer === undefined ? undefined : item;
  const sealed = unsealContent(encrypted);
  if (sealer === undefined) return !sealed && proofOf(encrypted, undefined).origin === "openai" ? item : undefined;
  if (sealed?.provider !== sealer) return undefined;
  return withNumbersOf(item, { ...item, encrypted_content: sealed.value });
}

function ownEntries(list: Body[], read: Read, sealer: string | undefined, path: string, notes: string[]): Body[] {
  const entries = list.map((entry) => (typeof entry === "object" && entry !== null ? read(entry, sealer) : entry));
  if (entries.every((entry, at) => entry === list[at])) return list;
  for (const [at, entry] of entries.entries())
    if (entry === undefined) notes.push(`${path}[${at}]: dropped (another provider's reasoning)`);
  return entries.filter((entry) => entry !== undefined);
}
