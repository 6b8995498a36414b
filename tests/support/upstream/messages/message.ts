import type { Reply } from "../text/endpoint.ts";
import { type Block, blocksOf } from "./blocks.ts";

/** Returns a whole message. */
export function messageOf(reply: Reply): object {
  return messageObject(reply, blocksOf(reply), endOf(reply), reply.usage && { usage: wholeUsage(reply) });
}

/** Returns the message of `message_start`, with no content yet and the usage known before the first token. */
export function openingMessage(reply: Reply): object {
  const openingUsage = { ...wholeUsage(reply), output_tokens: 1, output_tokens_details: null, server_tool_use: null };
  const unfinished = { stop_reason: null, stop_sequence: null, stop_details: null };
  return messageObject(reply, [], unfinished, reply.usage && { usage: openingUsage });
}

export function endOf({ answer }: Reply): object {
  const reasons = { stop: "end_turn", length: "max_tokens", tool: "tool_use", filter: "refusal", pause: "pause_turn" };
  const refusal = { type: "refusal", category: "general_harms", explanation: null };
  return {
    stop_reason: answer.stopSequence === null ? reasons[answer.finish] : "stop_sequence",
    stop_sequence: answer.stopSequence,
    stop_details: answer.finish === "filter" ? refusal : null,
  };
}

/** Returns the cumulative usage of `message_delta`. */
export function finalUsage(reply: Reply): object {
  const {
    cache_creation: _creation,
    service_tier: _tier,
    inference_geo: _geo,
    speed: _speed,
    ...counts
  } = wholeUsage(reply);
  return counts;
}

function messageObject({ ask, exchange }: Reply, content: Block[], end: object, usage: object | undefined): object {
  const id = exchange.newId("msg_01", 22);
  return { id, type: "message", role: "assistant", model: ask.model, content, container: null, ...end, ...usage };
}

/**
 * Returns the usage of a whole message. Anthropic's `input_tokens` excludes tokens read from or written to the cache.
 */
function wholeUsage({ usage, answer }: Reply) {
  const {
    inputTokens = 0,
    cacheReadTokens = 0,
    cacheWriteTokens = 0,
    cacheWrite1hTokens = 0,
    outputTokens = 0,
  } = usage ?? {};
  const written = cacheWriteTokens + cacheWrite1hTokens;
  return {
    input_tokens: inputTokens - cacheReadTokens - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cacheReadTokens,
    cache_creation: { ephemeral_5m_input_tokens: cacheWriteTokens, ephemeral_1h_input_tokens: cacheWrite1hTokens },
    output_tokens: outputTokens,
    output_tokens_details: { thinking_tokens: usage?.reasoningTokens ?? 0 },
    server_tool_use: answer.search ? { web_search_requests: 1, web_fetch_requests: 0 } : null,
    service_tier: "standard",
    inference_geo: "global",
    speed: "standard",
  };
}
