import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { type Block, block, list } from "../exchange/json.ts";

/**
 * Returns a chat body for MiniMax that asks for reasoning in a field of its own. Otherwise it is in the content, between
 * tags (https://github.com/vellum-ai/vellum-assistant/pull/34556,
 * https://platform.minimax.io/docs/api-reference/text-openai-api), in which the model also takes it back.
 */
export function withSplitReasoning(body: Block): Block {
  const messages = list(body.messages).map((message) => withReasoningInContent(block(message)));
  return { reasoning_split: true, ...body, messages };
}

function withReasoningInContent(message: Block): Block {
  const { reasoning_content: own, reasoning: other, ...rest } = message;
  const reasoning = own || other;
  if (message.role !== "assistant" || typeof reasoning !== "string" || reasoning === "") return message;
  const thought = `<think>\n${reasoning}\n</think>\n\n`;
  const { content } = message;
  const text = Array.isArray(content) ? [{ type: "text", text: thought }, ...content] : `${thought}${content ?? ""}`;
  return withNumbersOf(message, { ...rest, content: text });
}

/** Gives every function parameters, which MiniMax requires (https://github.com/QwenLM/qwen-code/issues/11834). */
export function withParameters(body: Block): Block {
  if (!Array.isArray(body.tools)) return body;
  return { ...body, tools: body.tools.map((tool) => withOwnParameters(block(tool))) };
}

function withOwnParameters(tool: Block): Block {
  const definition = block(tool.function);
  if (tool.function === undefined || definition.parameters !== undefined) return tool;
  return { ...tool, function: { ...definition, parameters: { type: "object", properties: {} } } };
}
