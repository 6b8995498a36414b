import { mediaParameters } from "./build/media-parameters.ts";
import { modalitiesOf } from "./build/models/classify.ts";
import { BILLED } from "./is-priced.ts";
import type { Addition, Modality, Price } from "./model.ts";

export type Discovery = {
  provider: string;
  /** The upstream's name of the model. */
  upstreamModel: string;
  /** Unix seconds of the discovery. */
  foundAt: number;
  contextLength: number | null;
  /** Served by the operator's own machine, for free; otherwise the endpoint is marked as unpriced. */
  isFree: boolean;
  /** The provider stores no prompts. The operator's own model server does not send them anywhere. */
  zeroDataRetention: boolean;
};

const LATEST = ":latest";

const TEXT_PARAMETERS = ["max_tokens", "stop", "temperature", "tool_choice", "tools", "top_p"];

/**
 * Returns catalogue records for a model that no source describes: id `<provider>/<upstream name>` and a modest set of
 * parameters. Its output is derived from its name (`nomic-embed-text`, `whisper-1`); text if the name does not suggest
 * any.
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
    supportedParameters: usualParameters(output, provider, upstreamModel),
    supportsImplicitCaching: false,
    zeroDataRetention,
    trainsOnPrompts: !zeroDataRetention,
  };
  return {
    models: [
      {
        id: model,
        canonicalSlug: model,
        // Ollama's default tag, which its users leave out.
        ...(model.endsWith(LATEST) && { aliases: [model.slice(0, -LATEST.length)] }),
        name: upstreamModel,
        description: `${upstreamModel}, as listed by ${provider}.`,
        created: foundAt,
        isUndated: true,
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

/** Returns the parameters that models of these outputs usually support. */
export function usualParameters(output: readonly Modality[], provider: string, upstreamModel: string): string[] {
  return output.includes("text") ? TEXT_PARAMETERS : mediaParameters(output, provider, upstreamModel);
}

/** Returns every unit that models of these outputs may be billed by. */
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
