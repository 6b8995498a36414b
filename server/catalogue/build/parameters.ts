import type { ModelsDevModel } from "./sources/raw.ts";

/**
 * Models whose collected lists omit `stop` although their provider supports it: at OpenAI only reasoning models reject
 * it (https://platform.openai.com/docs/api-reference/chat/create: "Not supported with latest reasoning models").
 */
const STOPS: Record<string, RegExp> = { openai: /^gpt-4\.1(?:-mini|-nano)?(?:-\d|$)/ };

/**
 * The parameters of providers that no source describes. Perplexity's Agent API:
 * https://github.com/perplexityai/api-platform-developers/blob/main/skills/migrate-sonar-to-agent-api/references/request-mapping.md
 */
const OWN: Record<string, string[]> = {
  "perplexity-agent": [
    ...["include_reasoning", "max_tokens", "reasoning", "response_format", "structured_outputs", "temperature"],
    ...["tool_choice", "tools", "top_p", "web_search_options"],
  ],
};

/** Returns the parameters that a provider's model supports, including known omissions of its list, sorted. */
export function withKnownParameters(listed: string[], provider: string, upstreamModel: string): string[] {
  const own = OWN[provider];
  if (own) return own;
  if (listed.includes("stop") || !STOPS[provider]?.test(upstreamModel)) return listed;
  return [...listed, "stop"].sort();
}

const BASIC = ["max_tokens", "stop", "top_p"];

/** Derives the supported request parameters from a model's capabilities on models.dev, sorted. */
export function parametersOf(model: ModelsDevModel | undefined): string[] {
  if (!model) return [...BASIC, "temperature"].sort();
  const parameters = [...BASIC];
  if (model.temperature !== false) parameters.push("temperature");
  if (model.tool_call) parameters.push("tools", "tool_choice");
  if (model.reasoning) parameters.push("reasoning", "include_reasoning");
  if (model.structured_output) parameters.push("structured_outputs", "response_format");
  return parameters.sort();
}
