import { type Block, block, list } from "../../exchange/json.ts";
import type { NativeRequest } from "../../provider.ts";
import { acceptedEffort } from "./efforts.ts";

/** Models that only one of the two APIs serves: https://developers.openai.com/api/docs/models */
const RESPONSES_ONLY = /^(?:computer-use|codex)|-codex|-deep-research|-pro(?:-\d|$)/;
const CHAT_ONLY = /-search-(?:preview|api)|^gpt-audio|-audio-preview|^o1-mini/;

/** GPT-5.4 and later, without the models of ChatGPT. */
const NEWER = /^gpt-(?!.*chat)(?:5\.(?:[4-9]|\d\d)|[6-9]|\d\d)/;

/** Reasons only if a request asks for it; later models reason unless it asks them not to. */
const GPT_5_4 = /^gpt-5\.4/;

/**
 * Returns whether OpenAI's chat completions reject a chat body that its Responses API accepts: the model is not served
 * there, or reasons and has tools ("Function tools with reasoning_effort are not supported",
 * https://github.com/openai/openai-openapi/issues/541).
 */
export function needsResponses({ body, model }: NativeRequest): boolean {
  if (RESPONSES_ONLY.test(model)) return true;
  if (!NEWER.test(model) || list(body.tools).length === 0) return false;
  return effortOf(body) !== "none" && (effortOf(body) !== undefined || !GPT_5_4.test(model));
}

function effortOf(body: Block): unknown {
  return body.reasoning_effort ?? block(body.reasoning).effort ?? undefined;
}

/** Models that reason: of these, GPT-5.1 and later need not. */
const REASONING = /^(?:o\d|gpt-(?!.*chat)(?:5|[6-9]|\d\d))/;
const SAMPLING = [
  "temperature",
  "top_p",
  "presence_penalty",
  "frequency_penalty",
  "logprobs",
  "top_logprobs",
  "logit_bias",
];

/**
 * Returns the settings that a model rejects while it reasons:
 * https://developers.openai.com/api/docs/guides/latest-model#parameter-compatibility
 */
export function lacksSampling(model: string, body: Block): readonly string[] {
  return reasons(model, body) ? SAMPLING : [];
}

/** Models that call one tool at a time: https://github.com/run-llama/llama_index/issues/20865 */
const ONE_CALL = /^o\d/;

/**
 * The same for chat completions, which have stop sequences (https://github.com/huggingface/smolagents/issues/1893) and
 * parallel calls too.
 */
export function lacksInChat(model: string, body: Block): readonly string[] {
  const lacked = reasons(model, body) ? [...SAMPLING, "stop"] : [];
  return ONE_CALL.test(model) ? [...lacked, "parallel_tool_calls"] : lacked;
}

function reasons(model: string, body: Block): boolean {
  const effort = effortOf(body);
  return REASONING.test(model) && (typeof effort !== "string" || acceptedEffort(model, effort) !== "none");
}

/** Returns whether only chat completions serve the model. */
export function isChatOnly(model: string): boolean {
  return CHAT_ONLY.test(model);
}
