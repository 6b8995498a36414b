import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { Target } from "../../target.ts";
import { resultText } from "./result-text.ts";

type Message<Role> = Extract<LanguageModelV4Message, { role: Role }>;
type Result = LanguageModelV4ToolResultPart;
type Notes = Pick<Target, "notes">;

/**
 * Returns a prompt in which every result of a tool is in the turn of its call. Providers reject one that comes after a
 * later message of the model ("unexpected `tool_use_id` found in `tool_result` blocks",
 * https://github.com/QwenLM/qwen-code/pull/8163), as agents send it that repeat results, run tools in the background or
 * cut off the start of a conversation. The first result of an earlier call moves to it; an equal one is left out, and
 * any other becomes a text of the user, both with a note.
 */
export function withPlacedResults(prompt: LanguageModelV4Prompt, target: Notes): LanguageModelV4Prompt {
  if (prompt.every((message, at) => message.role !== "tool" || areOwn(message, prompt, at))) return prompt;
  const placed: LanguageModelV4Prompt = [];
  for (const message of prompt) {
    if (message.role !== "tool") placed.push(message);
    else placeResults(message, placed, target);
  }
  return placed;
}

function areOwn({ content }: Message<"tool">, prompt: LanguageModelV4Prompt, at: number): boolean {
  return content.every((part) => part.type !== "tool-result" || isInLastTurn(part.toolCallId, prompt, at));
}

function placeResults(message: Message<"tool">, placed: LanguageModelV4Prompt, target: Notes): void {
  const kept: Message<"tool">["content"] = [];
  const texts: Message<"user">["content"] = [];
  for (const part of message.content) {
    if (part.type !== "tool-result" || isInLastTurn(part.toolCallId, placed)) kept.push(part);
    else texts.push(...placeResult(part, placed, target));
  }
  if (kept.length > 0) placed.push({ ...message, content: kept });
  if (texts.length > 0) placed.push({ role: "user", content: texts });
}

/** Moves a result to its call, or returns it as text. */
function placeResult(result: Result, placed: LanguageModelV4Prompt, target: Notes): Message<"user">["content"] {
  const at = placed.findLastIndex((message) => hasCall(message, result.toolCallId));
  const others = at < 0 ? [] : resultsAfter(placed, at, result.toolCallId);
  if (at >= 0 && others.length === 0) {
    addResult(result, placed, at);
    return [];
  }
  const isKnown = others.some(({ output }) => JSON.stringify(output) === JSON.stringify(result.output));
  const what = isKnown
    ? "left out where they are repeated in a later turn"
    : "sent as text where their call is not open";
  target.notes.add(`results of tools: ${what}`);
  return isKnown ? [] : resultText(result);
}

function addResult(result: Result, placed: LanguageModelV4Prompt, at: number): void {
  const end = endOfTurn(placed, at);
  const next = placed[end];
  if (next?.role === "tool") placed[end] = { ...next, content: [...next.content, result] };
  else placed.splice(end, 0, { role: "tool", content: [result] });
}

/** Returns whether a call is in the model's last messages in a row before `end`. */
function isInLastTurn(id: string, prompt: LanguageModelV4Prompt, end = prompt.length): boolean {
  let at = end - 1;
  while (at >= 0 && prompt[at]?.role !== "assistant") at -= 1;
  for (; prompt[at]?.role === "assistant"; at -= 1) if (hasCall(prompt[at], id)) return true;
  return false;
}

function hasCall(message: LanguageModelV4Message | undefined, id: string): boolean {
  if (message?.role !== "assistant") return false;
  return message.content.some((part) => part.type === "tool-call" && part.toolCallId === id);
}

/** Returns the place behind the model's messages in a row. */
function endOfTurn(prompt: LanguageModelV4Prompt, at: number): number {
  let end = at + 1;
  while (prompt[end]?.role === "assistant") end += 1;
  return end;
}

/** Returns the results of a call up to the model's next message. */
function resultsAfter(prompt: LanguageModelV4Prompt, at: number, id: string): Result[] {
  const results: Result[] = [];
  for (const message of prompt.slice(endOfTurn(prompt, at))) {
    if (message.role === "assistant") break;
    if (message.role !== "tool") continue;
    for (const part of message.content) if (part.type === "tool-result" && part.toolCallId === id) results.push(part);
  }
  return results;
}
