import type { LanguageModelV4CallOptions, SharedV4Warning } from "@ai-sdk/provider";
import { type Block, block } from "../exchange/json.ts";
import { agentInput } from "./input.ts";
import { agentToolChoice, agentTools } from "./tools.ts";

/**
 * Returns a request as the Agent API accepts it, with only the fields that it documents
 * (https://docs.perplexity.ai/api-reference/agent-post), and warnings about what it cannot carry.
 */
export function agentRequest(
  model: string,
  options: LanguageModelV4CallOptions,
): { body: Block; warnings: SharedV4Warning[] } {
  const warnings: SharedV4Warning[] = UNSUPPORTED.filter((feature) => options[feature] !== undefined).map(
    (feature) => ({ type: "unsupported", feature }),
  );
  const own = block(options.providerOptions?.perplexityAgent);
  const fields = {
    model,
    ...agentInput(options.prompt),
    max_output_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    reasoning: reasoningOf(options, warnings),
    response_format: formatOf(options, own, warnings),
    tools: agentTools(model, options, own.webSearch, warnings),
    tool_choice: agentToolChoice(options),
    parallel_tool_calls: own.parallelToolCalls,
    store: false,
    stream: true,
  };
  const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { body, warnings };
}

const UNSUPPORTED = ["topK", "seed", "presencePenalty", "frequencyPenalty", "stopSequences"] as const;

const EFFORTS: readonly unknown[] = ["minimal", "low", "medium", "high", "xhigh"];

/** The API has no effort below minimal, and its SDK none above xhigh. */
function reasoningOf({ reasoning }: LanguageModelV4CallOptions, warnings: SharedV4Warning[]): Block | undefined {
  if (reasoning === undefined || reasoning === "provider-default") return undefined;
  if (EFFORTS.includes(reasoning)) return { effort: reasoning };
  const effort = reasoning === "none" ? "minimal" : "xhigh";
  warnings.push({ type: "compatibility", feature: "reasoning", details: `changed to effort ${effort}` });
  return { effort };
}

/** The API only has formats with a schema. */
function formatOf(
  { responseFormat }: LanguageModelV4CallOptions,
  { strictJsonSchema: strict }: Block,
  warnings: SharedV4Warning[],
): Block | undefined {
  if (responseFormat?.type !== "json") return undefined;
  const { schema, name = "response", description } = responseFormat;
  if (schema === undefined) {
    warnings.push({ type: "unsupported", feature: "responseFormat", details: "it requires a schema" });
    return undefined;
  }
  const format = {
    name,
    schema,
    ...(description !== undefined && { description }),
    ...(strict === true && { strict }),
  };
  return { type: "json_schema", json_schema: format };
}
