import { type Block, block, list } from "../exchange/json.ts";

/**
 * Models that reason require their reasoning back after they have called tools, and reject a conversation in which a
 * message lacks it: https://api-docs.deepseek.com/guides/thinking_mode#tool-calls,
 * https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model. Clients drop it, and another model may have
 * written the message. An empty text is rejected too (https://github.com/NousResearch/hermes-agent/pull/17341).
 */
const PLACEHOLDER = " ";

/** Returns a chat body in which every message of the model has `reasoning_content`, if the model has called tools. */
export function withRequiredReasoning(body: Block): Block {
  const messages = list(body.messages).map(block);
  const isOff = body.reasoning_effort === "none" || block(body.thinking).type === "disabled";
  if (isOff || !messages.some(({ tool_calls: calls }) => list(calls).length > 0)) return body;
  return { ...body, messages: messages.map(withReasoning) };
}

/** Adds the reasoning only for models whose upstream name matches. */
export function requiringReasoning(models: RegExp): (body: Block) => Block {
  return (body) => (models.test(String(body.model)) ? withRequiredReasoning(body) : body);
}

function withReasoning(message: Block): Block {
  if (message.role !== "assistant" || message.reasoning_content) return message;
  return { ...message, reasoning_content: message.reasoning || PLACEHOLDER };
}
