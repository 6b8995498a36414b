import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { type Block, block, list } from "../exchange/json.ts";
import type { FieldNote } from "../requests/field-note.ts";
import { choosingTools, requiringOnlyTool } from "./forced-tools.ts";
import { withMoonshotSchemas } from "./moonshot-schema.ts";
import { requiringReasoning } from "./required-reasoning.ts";
import { ALWAYS_THINKS, switchingThinking, THINKING_DISABLED, withEfforts } from "./thinking-switch.ts";

/** Its newer models, whose sampling is fixed: any other value is an error. */
const FIXED = /^kimi-k(?:2\.[5-9]|[3-9])/;
const SAMPLING = ["temperature", "top_p", "presence_penalty", "frequency_penalty"];

/** https://platform.kimi.ai/docs/guide/kimi-k2-5-quickstart#parameters-differences-in-request-body */
export const moonshotChat = { lacks: (model: string) => (FIXED.test(model) ? SAMPLING : []) };

/** It rejects a name that begins with a digit (https://github.com/MoonshotAI/kimi-cli/issues/2531). */
export const moonshotToolNames = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

// Kimi K2.5 and K2.6 take a forced tool only if they do not think, K3 only without its name, the others none.
const steps = [
  switchingThinking({ models: /^kimi-k2\.[56]/, off: THINKING_DISABLED }, "unlessForced"),
  choosingTools(/^kimi-k2(?:\.[7-9]|-thinking)/),
  requiringOnlyTool(/^kimi-k[3-9]/),
  withEfforts(/^kimi-k[3-9]/, ALWAYS_THINKS),
  requiringReasoning(/^kimi-(?!k2-(?:0|turbo))/),
  withMoonshotSchemas,
  withoutEmptyAnswers,
];

/** Prepares a chat body for Moonshot (https://platform.kimi.ai/docs/api/chat). */
export function prepareForMoonshot(body: Block, note: FieldNote): Block {
  return steps.reduce((prepared, step) => step(prepared, note), body);
}

/**
 * It rejects empty messages of the model, which interrupted turns leave, and an empty text alongside calls
 * (https://github.com/anomalyco/opencode/issues/39451). A blank keeps the turn
 * (https://github.com/Toloka/tolokaforge/pull/1288).
 */
function withoutEmptyAnswers(body: Block): Block {
  return { ...body, messages: list(body.messages).map((message) => withContent(block(message))) };
}

function withContent(message: Block): Block {
  const { role, content, tool_calls: calls } = message;
  const isEmpty = Array.isArray(content) ? content.length === 0 : !content;
  if (role !== "assistant" || !isEmpty) return message;
  return withNumbersOf(message, { ...message, content: list(calls).length > 0 ? null : " " });
}
