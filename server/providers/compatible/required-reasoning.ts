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
  const { reasoning } = message;
  return { ...message, reasoning_content: typeof reasoning === "string" && reasoning ? reasoning : PLACEHOLDER };
}

/**
 * Returns a messages body in which every turn with calls has thinking, if the model is to think: DeepSeek rejects it
 * otherwise (https://github.com/lobehub/lobehub/pull/16294).
 */
export function withRequiredThinking(body: Block): Block {
  if (!["enabled", "adaptive"].includes(String(block(body.thinking).type))) return body;
  return { ...body, messages: list(body.messages).map((message) => withThinking(block(message))) };
}

function withThinking(message: Block): Block {
  const types = list(message.content).map((part) => block(part).type);
  if (message.role !== "assistant" || !types.includes("tool_use") || types.includes("thinking")) return message;
  return {
    ...message,
    content: [{ type: "thinking", thinking: PLACEHOLDER, signature: "" }, ...list(message.content)],
  };
}
