import type { Modality, Model, ModelEndpoint, Price } from "#server/catalogue/model.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { consensus } from "../models/consensus.ts";
import { plainClaim, type Source } from "./claim.ts";

type LocalModel = {
  slug: string;
  name: string;
  /** What the model can and cannot do, for people who choose one. */
  description: string;
  input: Modality[];
  output: Modality[];
  contextLength: number | null;
  parameters: string[];
  /** The units it counts, each for free. */
  units: UsageUnit[];
};

const CONTEXT_TOKENS = 131_072;
const text = {
  input: ["text"] as Modality[],
  output: ["text"] as Modality[],
  contextLength: CONTEXT_TOKENS,
  parameters: ["max_tokens", "stop"],
  units: ["input_tokens", "output_tokens"] as UsageUnit[],
};

const LOCAL_MODELS: LocalModel[] = [
  {
    slug: "echo",
    name: "Echo",
    description: "Echoes the prompt; runs in this process, for free. For trying the gateway, not a language model.",
    ...text,
  },
  {
    slug: "extract",
    name: "Extract",
    description:
      "Returns the sentences of the prompt that best match the question; runs in this process, for free. Not a language model.",
    ...text,
  },
  {
    slug: "word-hash",
    name: "Word Hash",
    description:
      "Hashed vectors of the words and letter groups of a text, computed in this process, for free. Texts that share words are close to each other, texts that share a meaning are not. Not a neural model.",
    input: ["text"],
    output: ["embeddings"],
    contextLength: CONTEXT_TOKENS,
    parameters: ["dimensions", "encoding_format"],
    units: ["input_tokens"],
  },
  {
    slug: "word-overlap",
    name: "Word Overlap",
    description:
      "Ranks documents by the words they share with the query, weighting rare ones (BM25), and by similar spelling; runs in this process, for free. Not a neural model.",
    input: ["text"],
    output: ["rerank"],
    contextLength: CONTEXT_TOKENS,
    parameters: ["top_n"],
    units: ["input_tokens", "search_units"],
  },
  {
    slug: "flite",
    name: "Flite",
    description:
      "Speaks English with CMU Flite, a small synthesizer from 2001, in this process, for free: understandable but robotic, not a neural voice. Voices: slt, awb, kal16, rms.",
    input: ["text"],
    output: ["speech"],
    contextLength: null,
    parameters: ["speed"],
    units: ["characters"],
  },
  {
    slug: "read-back",
    name: "Read-back",
    description:
      "Returns the text that local/flite writes into the tag of its MP3, so that you can try transcription without a key. Not speech recognition: connect a Whisper server or a provider for any other audio.",
    input: ["audio"],
    output: ["transcription"],
    contextLength: null,
    parameters: [],
    units: ["seconds"],
  },
  {
    slug: "poster",
    name: "Poster",
    description:
      "Draws a poster of shapes and the words of the prompt in this process, for free: real PNG, JPEG, WebP and SVG files, identical for the same prompt, seed and size. Not a generative model: it does not draw what the prompt describes.",
    input: ["text"],
    output: ["image"],
    contextLength: null,
    parameters: [],
    units: ["images"],
  },
  {
    slug: "animatic",
    name: "Animatic",
    description:
      "Draws a short animation of shapes with the words of the prompt in this process, for free: a real MP4 from a real video job. Not a generative model: it does not show what the prompt describes.",
    input: ["text"],
    output: ["video"],
    contextLength: null,
    parameters: ["seed"],
    units: ["seconds"],
  },
];

/** 2026-01-01, the year these models were written in. */
const CREATED = 1_767_225_600;

/** Returns the models that run in the gateway itself, with explicit prices of zero. */
export function localCatalogue(source: Source): { models: Model[]; endpoints: ModelEndpoint[]; prices: Price[] } {
  return {
    models: LOCAL_MODELS.map(modelOf),
    endpoints: LOCAL_MODELS.map(endpointOf),
    prices: LOCAL_MODELS.flatMap((local) =>
      consensus(
        endpointOf(local).id,
        local.units.map((unit) => plainClaim(source, unit, 0)),
      ),
    ),
  };
}

function modelOf({ slug, name, description, input, output, contextLength }: LocalModel): Model {
  return {
    id: `local/${slug}`,
    canonicalSlug: `local/${slug}`,
    name,
    description,
    created: CREATED,
    inputModalities: input,
    outputModalities: output,
    tokenizer: "Other",
    contextLength,
    knowledgeCutoff: null,
  };
}

function endpointOf({ slug, contextLength, parameters }: LocalModel): ModelEndpoint {
  return {
    id: `local/${slug}@local`,
    model: `local/${slug}`,
    provider: "local",
    upstreamModel: slug,
    contextLength,
    maxOutputTokens: null,
    maxPromptTokens: null,
    quantization: null,
    supportedParameters: parameters,
    supportsImplicitCaching: false,
    zeroDataRetention: true,
    trainsOnPrompts: false,
  };
}
