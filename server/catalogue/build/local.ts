import type { Model, ModelEndpoint, Price } from "../model.ts";
import { plainClaim, type Source } from "./claim.ts";
import { consensus } from "./consensus.ts";

const LOCAL_MODELS: [slug: string, name: string, description: string][] = [
  [
    "echo",
    "Echo",
    "Repeats what it is sent, in this process and for nothing: for trying the gateway, not a language model.",
  ],
  [
    "extract",
    "Extract",
    "Answers with the sentences of the prompt that fit the question best, in this process and for nothing: not a language model.",
  ],
];

/** 2026-01-01, the year these models were written in. */
const CREATED = 1_767_225_600;
const CONTEXT_TOKENS = 131_072;

/** The models that run in the gateway itself, free by explicit prices of zero. */
export function localCatalogue(source: Source): { models: Model[]; endpoints: ModelEndpoint[]; prices: Price[] } {
  const endpoints = LOCAL_MODELS.map(([slug]) => endpoint(slug));
  return {
    models: LOCAL_MODELS.map(([slug, name, description]) => model(slug, name, description)),
    endpoints,
    prices: endpoints.flatMap(({ id }) =>
      consensus(id, [plainClaim(source, "input_tokens", 0), plainClaim(source, "output_tokens", 0)]),
    ),
  };
}

function model(slug: string, name: string, description: string): Model {
  return {
    id: `local/${slug}`,
    canonicalSlug: `local/${slug}`,
    name,
    description,
    created: CREATED,
    inputModalities: ["text"],
    outputModalities: ["text"],
    tokenizer: "Other",
    contextLength: CONTEXT_TOKENS,
    knowledgeCutoff: null,
  };
}

function endpoint(slug: string): ModelEndpoint {
  return {
    id: `local/${slug}@local`,
    model: `local/${slug}`,
    provider: "local",
    upstreamModel: slug,
    contextLength: CONTEXT_TOKENS,
    maxOutputTokens: null,
    maxPromptTokens: null,
    quantization: null,
    supportedParameters: ["max_tokens", "stop"],
    supportsImplicitCaching: false,
    zeroDataRetention: true,
    trainsOnPrompts: false,
  };
}
