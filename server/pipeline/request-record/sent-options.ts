import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { SentRequest } from "./request-record.ts";
import { type SafeFields, safeFields } from "./safe-fields.ts";

/**
 * Returns the settings of a neutral request, named as in the APIs. Options of one provider are recorded by their names.
 */
export function sentOptions(options: LanguageModelV4CallOptions): SentRequest {
  const { responseFormat, toolChoice, providerOptions } = options;
  const settings = {
    messages: options.prompt,
    tools: options.tools,
    stop: options.stopSequences,
    max_output_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    top_k: options.topK,
    presence_penalty: options.presencePenalty,
    frequency_penalty: options.frequencyPenalty,
    seed: options.seed,
    reasoning_effort: options.reasoning,
    response_format: responseFormat && { type: responseFormat.type },
    tool_choice: toolChoice && { type: toolChoice.type },
  };
  const parameters: SafeFields = safeFields(settings);
  const names = Object.values(providerOptions ?? {}).flatMap((own) => Object.keys(own ?? {}));
  if (names.length > 0) parameters.provider_options = [...new Set(names)];
  return { parameters, headers: [], isConverted: true };
}
