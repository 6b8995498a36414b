import type { ModelsDevModel } from "./raw.ts";

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
