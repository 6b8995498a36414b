import { block, list } from "../exchange/json.ts";
import type { NativeRequest } from "../provider.ts";

/** Models that only one of the two APIs serves: https://developers.openai.com/api/docs/models */
const RESPONSES_ONLY = /^(?:computer-use|codex)|-codex|-deep-research|-pro(?:-\d|$)/;
const CHAT_ONLY = /-search-(?:preview|api)|^gpt-audio|-audio-preview|^o1-mini/;

/** GPT-5.4 and later, without the models of ChatGPT. */
const NEWER = /^gpt-(?!.*chat)(?:5\.(?:[4-9]|\d\d)|[6-9]|\d\d)/;

/** Reasons only if it is told to. Later models reason unless they are told not to. */
const GPT_5_4 = /^gpt-5\.4/;

/**
 * Returns whether OpenAI's chat completions reject a chat body that its Responses API accepts: the model is not served
 * there, or reasons and has tools ("Function tools with reasoning_effort are not supported",
 * https://github.com/openai/openai-openapi/issues/541).
 */
export function needsResponses({ body, model }: NativeRequest): boolean {
  if (RESPONSES_ONLY.test(model)) return true;
  if (!NEWER.test(model) || list(body.tools).length === 0) return false;
  const effort = body.reasoning_effort ?? block(body.reasoning).effort ?? (GPT_5_4.test(model) ? "none" : "default");
  return effort !== "none";
}

/** Returns whether only chat completions serve the model. */
export function isChatOnly(model: string): boolean {
  return CHAT_ONLY.test(model);
}
