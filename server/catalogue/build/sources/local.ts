import type { Modality, Model, ModelEndpoint, Price } from "#server/catalogue/model.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { consensus } from "../models/consensus.ts";
import { plainClaim, type Source } from "./claim.ts";

type LocalModel = {
  slug: string;
  name: string;
  /** Says what it is, and what it is not. */
  description: string;
  input: Modality[];
  output: Modality[];
  contextLength: number | null;
  parameters: string[];
  /** What it counts, each for nothing. */
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
    description:
      "Repeats what it is sent, in this process and for nothing: for trying the gateway, not a language model.",
    ...text,
  },
  {
    slug: "extract",
    name: "Extract",
    description:
      "Answers with the sentences of the prompt that fit the question best, in this process and for nothing: not a language model.",
    ...text,
  },
  {
    slug: "word-hash",
    name: "Word Hash",
    description:
      "Vectors of the words and letter groups of a text, hashed, in this process and for nothing: near to each other for texts that share words, not for those that share a meaning. Not a neural model.",
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
      "Ranks documents by the words they share with the query, rare ones first (BM25), and by how alike words are spelled, in this process and for nothing. Not a neural model.",
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
      "Speaks English with CMU Flite, a small synthesizer of 2001, in this process and for nothing: understandable and robotic, not a neural voice. Voices: slt, awb, kal16, rms.",
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
      "Gives back the text that local/flite writes into the tag of its MP3, so that transcription can be tried with no key. It hears nothing: not speech recognition. Connect a Whisper server or a provider for any other sound.",
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
      "Draws a poster of shapes and the words of the prompt, in this process and for nothing: real PNG, JPEG, WebP and SVG files, the same for the same prompt, seed and size. Not a generative model: it draws nothing of what the prompt describes.",
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
      "Draws a short animation of shapes with the words of the prompt, in this process and for nothing: a real MP4 by the way of a real video job. Not a generative model: it shows nothing of what the prompt describes.",
    input: ["text"],
    output: ["video"],
    contextLength: null,
    parameters: ["seed"],
    units: ["seconds"],
  },
];

/** 2026-01-01, the year these models were written in. */
const CREATED = 1_767_225_600;

/** The models that run in the gateway itself, free by explicit prices of zero. */
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
