import type { ModelEndpoint } from "#server/catalogue/model.ts";

/** Returns a model endpoint with this id (`<author>/<slug>@<provider>`, with a `:<variant>` or without), without limits. */
export function modelEndpoint(id: string, upstreamModel?: string): ModelEndpoint {
  const [model, provider] = id.split("@") as [string, string];
  return {
    id,
    model,
    provider: provider.split(":")[0] as string,
    upstreamModel: upstreamModel ?? model,
    contextLength: null,
    maxOutputTokens: null,
    maxPromptTokens: null,
    quantization: null,
    supportedParameters: [],
    supportsImplicitCaching: false,
    zeroDataRetention: false,
    trainsOnPrompts: true,
  };
}
