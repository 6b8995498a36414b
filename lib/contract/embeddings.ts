import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { listModels } from "./models.ts";
import { callExtras, ProviderRouting, ResponseCaching } from "./routing.ts";

const Source = z.looseObject({}).describe("File as a URL or data URL");

const Part = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.literal("image_url"), image_url: z.looseObject({ url: z.string().min(1) }) }),
  z.looseObject({
    type: z.literal("input_audio"),
    input_audio: z.looseObject({ data: z.string().min(1), format: z.string().nullish() }),
  }),
  z.looseObject({ type: z.literal("input_video"), input_video: Source }),
  z.looseObject({ type: z.literal("input_file"), input_file: Source }),
]);

const Item = z.union(
  [z.string().min(1), z.int().min(0), z.array(z.int().min(0)).min(1), z.looseObject({ content: z.array(Part).min(1) })],
  { error: "must be a string, a token, an array of tokens, or an object with `content` parts" },
);

const ofOneKind = (items: readonly unknown[]) => new Set(items.map(kindOf)).size <= 1;

function kindOf(item: unknown): string {
  return Array.isArray(item) ? "tokens" : typeof item;
}

const Input = z.union(
  [z.string().min(1), z.array(Item).min(1).refine(ofOneKind, { error: "all inputs must have the same type" })],
  { error: ({ input }) => (Array.isArray(input) ? undefined : "must be a string or an array of inputs") },
);

export const EmbeddingsRequest = z
  .looseObject({
    input: Input.describe(
      "Input to embed: a string, an array of strings, an array of tokens, an array of token arrays, or " +
        "an array of objects with `content` parts",
    ),
    model: z.string().min(1),
    dimensions: z.int().min(1).nullish().describe("Number of dimensions of each vector, for models that support it"),
    encoding_format: z.enum(["float", "base64"]).nullish().describe("`base64` returns little-endian 32-bit floats"),
    input_type: z.string().nullish().describe("Purpose of the input, e.g. `search_query`, for models that use it"),
    cache: ResponseCaching,
    provider: ProviderRouting.nullish(),
    ...callExtras,
  })
  .meta({ id: "EmbeddingsRequest" });

export type EmbeddingsRequest = z.output<typeof EmbeddingsRequest>;

const EmbeddingsResponse = z.object({
  object: z.literal("list"),
  model: z.string(),
  id: z.string().optional(),
  data: z.array(
    z.object({
      object: z.literal("embedding"),
      index: z.int(),
      embedding: z.union([z.array(z.number()), z.string()]).describe("A string if `encoding_format` is `base64`"),
    }),
  ),
  usage: z.object({
    prompt_tokens: z.int(),
    total_tokens: z.int(),
    prompt_tokens_details: z.record(z.string(), z.int()).optional(),
    cost: z.number().optional().describe("Cost in USD"),
    is_byok: z.boolean().optional(),
  }),
});

export const createEmbeddings = endpoint({
  id: "createEmbeddings",
  resource: "embeddings",
  method: "POST",
  path: "/embeddings",
  roles: "everyone",
  access: "key",
  summary: "Create embeddings",
  relaysTexts: true,
  largeBody: true,
  body: EmbeddingsRequest,
  response: EmbeddingsResponse,
  errors: MODEL_CALL_ERRORS,
});

export const listEmbeddingsModels = endpoint({
  id: "listEmbeddingsModels",
  resource: "models",
  method: "GET",
  path: "/embeddings/models",
  roles: "everyone",
  access: "public",
  summary: "List embedding models",
  query: listModels.query.omit({ output_modalities: true }),
  response: listModels.response,
  errors: listModels.errors,
});
