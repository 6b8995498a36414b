import type { ModelsDevModel } from "./sources/raw.ts";

/**
 * Models whose collected lists leave `stop` out though their vendor takes it: at OpenAI only reasoning models refuse it
 * (https://platform.openai.com/docs/api-reference/chat/create: "Not supported with latest reasoning models").
 */
const STOPS: Record<string, RegExp> = { openai: /^gpt-4\.1(?:-mini|-nano)?(?:-\d|$)/ };

/** The parameters that a provider's model takes, with what its list is known to lack; sorted. */
export function withKnownParameters(listed: string[], provider: string, upstreamModel: string): string[] {
  if (listed.includes("stop") || !STOPS[provider]?.test(upstreamModel)) return listed;
  return [...listed, "stop"].sort();
}

const BASIC = ["max_tokens", "stop", "top_p"];

/** Request parameters a model takes, from what models.dev says it can do; sorted. */
export function parametersOf(model: ModelsDevModel | undefined): string[] {
  if (!model) return [...BASIC, "temperature"].sort();
  const parameters = [...BASIC];
  if (model.temperature !== false) parameters.push("temperature");
  if (model.tool_call) parameters.push("tools", "tool_choice");
  if (model.reasoning) parameters.push("reasoning", "include_reasoning");
  if (model.structured_output) parameters.push("structured_outputs", "response_format");
  return parameters.sort();
}
