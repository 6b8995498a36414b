import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { type Block, block, list } from "../exchange/json.ts";
import type { FieldNote } from "../requests/field-note.ts";
import { MISTRALS } from "./message-order.ts";

/**
 * Models whose chat template accepts a system message only at the start, wherever they are served
 * (https://github.com/vllm-project/vllm/issues/41114, https://github.com/MiniMax-AI/MiniMax-M2/issues/51,
 * https://github.com/suitenumerique/conversations/issues/197). Mistral's accept none after an answer or at the end.
 */
const ONLY_AT_START = new RegExp(`qwen-?3\\.[5-9]|minimax|gemma|${MISTRALS.source}`, "i");

/**
 * Returns a chat body with system messages as all providers take them: the developer's as the system's, since only
 * OpenAI knows that role (https://github.com/BenedictKing/ccx/issues/149), and those at the start as one message, since
 * templates reject a second one. Where a model takes none later or alone, such a message becomes the user's.
 */
export function withSystemMessages(body: Block, note: FieldNote): Block {
  const messages = list(body.messages).map(block);
  const roles = messages.map(({ role }) => (role === "developer" ? "system" : role));
  const found = roles.findIndex((role) => role !== "system");
  const isAtStart = ONLY_AT_START.test(String(body.model));
  const first = found >= 0 ? found : isAtStart ? Math.max(0, messages.length - 1) : messages.length;
  const isLateRejected = isAtStart && roles.lastIndexOf("system") >= first;
  if (first < 2 && !isLateRejected && messages.every(({ role }) => role !== "developer")) return body;
  const rest = messages.slice(first).map((message, at) => {
    const place = first + at;
    if (roles[place] !== "system") return message;
    if (isLateRejected)
      note(`messages[${place}]`, `sent as a user message, since the model ${found < 0 ? ALONE : LATE}`);
    return withRole(message, isLateRejected ? "user" : "system");
  });
  return { ...body, messages: [...joined(messages.slice(0, first)), ...rest] };
}

const LATE = "takes system messages only at the start";
const ALONE = "needs one";

function withRole(message: Block, role: string): Block {
  return message.role === role ? message : withNumbersOf(message, { ...message, role });
}

/** Joins texts with a blank line between them; if one message has parts, the parts of all follow each other. */
function joined(messages: Block[]): Block[] {
  const [first, ...others] = messages.map((message) => withRole(message, "system"));
  if (!first || others.length === 0) return first ? [first] : [];
  const contents = [first, ...others].map(({ content }) => content);
  const content = contents.every((one) => typeof one === "string") ? contents.join("\n\n") : contents.flatMap(partsOf);
  return [{ ...first, content }];
}

function partsOf(content: unknown): unknown[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return list(content);
}
