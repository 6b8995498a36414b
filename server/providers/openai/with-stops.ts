import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";

/**
 * Wraps an SDK model of the Responses API, which does not support stop sequences: a request with stop sequences uses
 * `chat`, unless chat completions cannot represent its content.
 */
export function withStops(responses: LanguageModelV4, chat: () => LanguageModelV4): LanguageModelV4 {
  const { specificationVersion, provider, modelId, supportedUrls } = responses;
  const modelFor = (options: LanguageModelV4CallOptions) => (needsChat(options) ? chat() : responses);
  return {
    specificationVersion,
    provider,
    modelId,
    supportedUrls,
    doGenerate: (options) => modelFor(options).doGenerate(options),
    doStream: (options) => modelFor(options).doStream(options),
  };
}

function needsChat({ stopSequences, tools, prompt }: LanguageModelV4CallOptions): boolean {
  if (!stopSequences?.length || tools?.some(({ type }) => type === "provider")) return false;
  return !prompt.some(({ role, content }) => role !== "system" && content.some(isFileOfText));
}

function isFileOfText(part: { type: string; mediaType?: string }): boolean {
  return part.type === "file" && !part.mediaType?.startsWith("image");
}
