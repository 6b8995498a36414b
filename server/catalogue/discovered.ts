import type { Addition, Price } from "./model.ts";

export type Discovery = {
  provider: string;
  /** The name the upstream gives the model. */
  upstreamModel: string;
  /** Unix seconds of the discovery. */
  foundAt: number;
  contextLength: number | null;
  /** The operator's own machine serves it, for nothing; otherwise the endpoint has no price and says so. */
  isFree: boolean;
  /** Does the provider keep no prompts at all? A model server of the operator's own does not send them anywhere. */
  zeroDataRetention: boolean;
};

/** Catalogue records for a text model that no source describes: id `<provider>/<upstream name>`, a modest set of parameters. */
export function discoveredEndpoint(discovery: Discovery): Addition {
  const { provider, upstreamModel, foundAt, contextLength, isFree, zeroDataRetention } = discovery;
  const model = `${provider}/${upstreamModel}`;
  const id = `${model}@${provider}`;
  const endpoint = {
    id,
    model,
    provider,
    upstreamModel,
    contextLength,
    maxOutputTokens: null,
    maxPromptTokens: null,
    quantization: null,
    supportedParameters: ["max_tokens", "stop", "temperature", "tool_choice", "tools", "top_p"],
    supportsImplicitCaching: false,
    zeroDataRetention,
    trainsOnPrompts: !zeroDataRetention,
  };
  return {
    models: [
      {
        id: model,
        canonicalSlug: model,
        name: upstreamModel,
        description: `${upstreamModel}, as ${provider} lists it.`,
        created: foundAt,
        inputModalities: ["text"],
        outputModalities: ["text"],
        tokenizer: "Other",
        contextLength,
        knowledgeCutoff: null,
      },
    ],
    endpoints: [isFree ? endpoint : { ...endpoint, unpriced: true }],
    prices: isFree ? [freePrice(id, "input_tokens", foundAt), freePrice(id, "output_tokens", foundAt)] : [],
  };
}

function freePrice(modelEndpoint: string, unit: Price["unit"], foundAt: number): Price {
  const day = new Date(foundAt * 1000).toISOString().slice(0, 10);
  return {
    id: `price_free_${modelEndpoint}_${unit}`,
    modelEndpoint,
    unit,
    nanoUsdPerMillion: 0,
    minPromptTokens: 0,
    serviceTier: null,
    source: "switchboard",
    sourceRevision: day,
    asOf: day,
    disputed: false,
  };
}
