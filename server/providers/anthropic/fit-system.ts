import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { type Placed, placeLateSystem } from "../requests/late-system.ts";

/**
 * Returns a Messages body with its system messages where the model takes them: those before all others in `system`, later
 * ones by `placeLateSystem`. The same body if nothing changes.
 */
export function fitSystem(body: Block, areTaken: boolean, notes: string[]): Block {
  const messages = list(body.messages).map(block);
  if (!messages.some(({ role }) => role === "system")) return body;
  const first = messages.findIndex(({ role }) => role !== "system");
  const lead = first < 0 ? messages.length : first;
  const placed = placeLateSystem(messages.slice(lead), roleOf, areTaken);
  const isUnchanged = lead === 0 && placed.every(({ as, hasMoved }) => as !== "user" && !hasMoved);
  if (isUnchanged) return body;
  noteChanges(placed, areTaken, notes);
  const kept = placed.flatMap(({ message, as }) => (as === "user" ? asUser(message) : [message]));
  if (lead === 0) return { ...body, messages: kept };
  notes.push("messages: the system messages at the start are sent in `system`");
  const system = [...blocksOf(body.system), ...messages.slice(0, lead).flatMap(({ content }) => blocksOf(content))];
  return { ...body, system, messages: kept };
}

/** The same for a prompt of the neutral model, whose first system messages stay. Changes nothing in place. */
export function fitSystemPrompt(
  prompt: LanguageModelV4Prompt,
  areTaken: boolean,
  notes: string[],
): LanguageModelV4Prompt {
  const lead = prompt.findIndex(({ role }) => role !== "system");
  if (lead < 0 || !prompt.slice(lead).some(({ role }) => role === "system")) return prompt;
  const placed = placeLateSystem(prompt.slice(lead), ({ role }) => role, areTaken);
  noteChanges(placed, areTaken, notes);
  const kept = placed.map(({ message, as }) => (as === "user" ? asUserMessage(message) : message));
  return [...prompt.slice(0, lead), ...kept];
}

function noteChanges(placed: readonly Placed<unknown>[], areTaken: boolean, notes: string[]): void {
  const where = areTaken ? "between the user's messages and its own" : "at the start";
  const why = `since the model takes system messages only ${where}`;
  if (placed.some(({ as }) => as === "user"))
    notes.push(`messages: later system messages are sent as the user's, ${why}`);
  if (placed.some(({ as, hasMoved }) => as === "system" && hasMoved))
    notes.push(`messages: later system messages are moved behind the user's, ${why}`);
}

function roleOf({ role, content }: Block): "system" | "user" | "assistant" | "tool" {
  if (role === "system" || role === "assistant") return role;
  return list(content).some((part) => block(part).type === "tool_result") ? "tool" : "user";
}

/** A message that only changes settings has no content. */
function asUser(message: Block): Block[] {
  const { content } = message;
  return list(content).length > 0 || typeof content === "string"
    ? [withNumbersOf(message, { role: "user", content })]
    : [];
}

function blocksOf(content: unknown): unknown[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : list(content);
}

function asUserMessage(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role !== "system") return message;
  const { content: text, providerOptions } = message;
  return { role: "user", content: [{ type: "text", text, ...(providerOptions && { providerOptions }) }] };
}
