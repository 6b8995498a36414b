import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { unsealSignature } from "#server/dialects/messages/signature.ts";
import { proofOf } from "#server/dialects/responses/encode/encrypted-content.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

/**
 * Returns a body without replayed reasoning that its native upstream did not sign. Another vendor may have served an
 * earlier turn, and each vendor rejects signatures that are not its own. Returns the same body if nothing changes.
 */
export function sanitizeReasoning(dialect: Dialect["id"], body: Body, notes: string[]): Body {
  if (dialect === "messages") return replaceList(body, "messages", withoutForeignThinking(body.messages, notes));
  if (dialect === "responses") return replaceList(body, "input", withoutForeignItems(body.input, notes));
  return body;
}

function replaceList(body: Body, field: string, list: unknown): Body {
  return list === body[field] ? body : { ...body, [field]: list };
}

function withoutForeignThinking(messages: unknown, notes: string[]): unknown {
  if (!Array.isArray(messages)) return messages;
  let changed = false;
  const kept = messages.map((message: Body, at) => {
    if (message?.role !== "assistant" || !Array.isArray(message.content)) return message;
    const content = without(message.content, isForeignThinking, `messages[${at}].content`, notes);
    if (content === message.content) return message;
    changed = true;
    return withNumbersOf(message, { ...message, content });
  });
  // A turn with only thinking would be empty, which Anthropic rejects.
  return changed ? kept.filter(({ content }) => !Array.isArray(content) || content.length > 0) : messages;
}

function isForeignThinking({ type, signature }: Body): boolean {
  if (type !== "thinking") return false;
  return typeof signature !== "string" || signature === "" || unsealSignature(signature) !== undefined;
}

function withoutForeignItems(input: unknown, notes: string[]): unknown {
  return Array.isArray(input) ? without(input, isForeignItem, "input", notes) : input;
}

/** Our own items contain the generation id. OpenAI cannot know items without its encrypted content. */
function isForeignItem({ type, id, encrypted_content: encrypted }: Body): boolean {
  if (type !== "reasoning") return false;
  if (typeof encrypted === "string") return proofOf(encrypted, undefined).origin !== "openai";
  return typeof id === "string" && id.includes("_gen-");
}

function without(list: Body[], isForeign: (entry: Body) => boolean, path: string, notes: string[]): Body[] {
  const foreign = list.map((entry) => typeof entry === "object" && entry !== null && isForeign(entry));
  if (!foreign.includes(true)) return list;
  for (const [at, is] of foreign.entries())
    if (is) notes.push(`${path}[${at}]: dropped (another provider's reasoning)`);
  return list.filter((_, at) => !foreign[at]);
}
