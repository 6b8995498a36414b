import { mediaParameters } from "./build/media-parameters.ts";
import { modalitiesOf } from "./build/models/classify.ts";
import type { Addition, Modality, Price } from "./model.ts";
import { BILLED } from "./priced.ts";

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

const TEXT_PARAMETERS = ["max_tokens", "stop", "temperature", "tool_choice", "tools", "top_p"];

/**
 * Catalogue records for a model that no source describes: id `<provider>/<upstream name>`, a modest set of parameters.
 * What it makes is told by its name (`nomic-embed-text`, `whisper-1`); text where the name says nothing.
 */
export function discoveredEndpoint(discovery: Discovery): Addition {
  const { provider, upstreamModel, foundAt, contextLength, isFree, zeroDataRetention } = discovery;
  const model = `${provider}/${upstreamModel}`;
  const id = `${model}@${provider}`;
  const { input, output } = modalitiesOf(upstreamModel.toLowerCase().split("/").at(-1) ?? "", undefined);
  const endpoint = {
    id,
    model,
    provider,
    upstreamModel,
    contextLength,
    maxOutputTokens: null,
    maxPromptTokens: null,
    quantization: null,
    supportedParameters: output.includes("text") ? TEXT_PARAMETERS : mediaParameters(output, provider, upstreamModel),
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
        inputModalities: input,
        outputModalities: output,
        tokenizer: "Other",
        contextLength,
        knowledgeCutoff: null,
      },
    ],
    endpoints: [isFree ? endpoint : { ...endpoint, unpriced: true }],
    prices: isFree ? billedUnits(output).map((unit) => freePrice(id, unit, foundAt)) : [],
  };
}

/** Every unit that models of these outputs may be billed by. */
function billedUnits(output: readonly Modality[]): Price["unit"][] {
  return [...new Set(output.flatMap((kind) => (BILLED[kind] ?? []).flat()))];
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
