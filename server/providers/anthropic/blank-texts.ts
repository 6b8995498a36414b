import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { type Block, block, list } from "../exchange/json.ts";

/**
 * Returns a Messages body without the blank texts that Anthropic rejects, marked for the cache or not; Claude Code sends
 * some with screenshots and empty results, and then in every later request
 * (https://github.com/anthropics/claude-code/issues/55302). A mark moves to the block before it. Contents of nothing else
 * stay. The same body if it has no such texts.
 */
export function withoutBlankTexts(body: Block): Block {
  const { system: given, ...others } = body;
  const isEmpty = Array.isArray(given) && given.every(isBlank);
  const system = isEmpty ? undefined : keepTexts(given);
  const messages = list(body.messages).map((message) => withContent(block(message)));
  const isUnchanged = messages.every((message, at) => message === list(body.messages)[at]);
  if (isUnchanged && system === given) return body;
  return { ...others, ...(system !== undefined && { system }), ...(!isUnchanged && { messages }) };
}

function withContent(holder: Block): Block {
  const content = keepTexts(holder.content);
  return content === holder.content ? holder : withNumbersOf(holder, { ...holder, content });
}

/** Returns the same content if nothing changes. */
function keepTexts(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const results = content.map((one) => (block(one).type === "tool_result" ? withResult(block(one)) : one));
  const kept: unknown[] = [];
  for (const one of results) {
    if (!isBlank(one)) kept.push(one);
    else if (block(one).cache_control) kept.push(...marked(kept.pop(), block(one).cache_control));
  }
  if (kept.length === 0) return content;
  return kept.length === content.length && kept.every((one, at) => one === content[at]) ? content : kept;
}

/** A result may be empty. */
function withResult(result: Block): Block {
  if (!list(result.content).some(isBlank)) return result;
  const { content, ...rest } = result;
  return list(content).every(isBlank) ? rest : withContent(result);
}

function isBlank(one: unknown): boolean {
  const { type, text } = block(one);
  return type === "text" && typeof text === "string" && text.trim() === "";
}

/** Thinking takes no mark. */
function marked(before: unknown, mark: unknown): unknown[] {
  if (before === undefined) return [];
  const { type, cache_control: own } = block(before);
  if (own || type === "thinking" || type === "redacted_thinking") return [before];
  return [withNumbersOf(block(before), { ...block(before), cache_control: mark })];
}
