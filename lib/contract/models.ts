import { z } from "zod";
import { FOR_ANTHROPIC } from "./anthropic-models.ts";
import { dataOf } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const PUBLIC_ERRORS = [400, 404, 405, 500] as const;

const Architecture = z.object({
  input_modalities: z.array(z.string()),
  output_modalities: z.array(z.string()),
  modality: z.string().nullable(),
  tokenizer: z.string(),
  instruct_type: z.string().nullable(),
});

const price = z.string().optional();

const PricingOverride = z.object({
  min_prompt_tokens: z.number().int().optional().describe("Prompts of at least this many tokens"),
  utc_start: z.number().int().optional().describe("HHMM"),
  utc_end: z.number().int().optional().describe("HHMM"),
  prompt: price,
  completion: price,
  audio: price,
  input_cache_read: price,
  input_cache_write: price,
  input_cache_write_1h: price,
});

/** USD per token (or per unit), as decimal strings. */
export const Pricing = z
  .object({
    prompt: z.string().describe("`-1`: no source states it"),
    completion: z.string(),
    request: z.string(),
    image: z.string().describe("One image made"),
    megapixel: price.describe("A million pixels, of pictures made or taken"),
    image_token: price,
    image_output: price,
    audio: price,
    audio_output: price,
    input_cache_read: price,
    input_cache_write: price,
    input_cache_write_1h: price,
    internal_reasoning: price,
    web_search: price,
    search: price.describe("One search unit of reranking"),
    second: price.describe("One second of audio or video"),
    character: price,
    discount: z.number().optional(),
    overrides: z.array(PricingOverride).optional().describe("Prices that hold instead under a condition"),
  })
  .meta({ id: "Pricing" });

export const Model = z
  .object({
    id: z.string(),
    object: z.literal("model"),
    owned_by: z.string(),
    canonical_slug: z.string(),
    name: z.string(),
    created: z.number().int().describe("Unix seconds"),
    description: z.string(),
    context_length: z.number().int().nullable(),
    architecture: Architecture,
    pricing: Pricing,
    top_provider: z.object({
      is_moderated: z.boolean(),
      context_length: z.number().int().nullable(),
      max_completion_tokens: z.number().int().nullable(),
    }),
    per_request_limits: z.null(),
    default_parameters: z.record(z.string(), z.unknown()).nullable(),
    supported_parameters: z.array(z.string()),
    supported_voices: z.array(z.string()).nullable(),
    knowledge_cutoff: z.string().nullable(),
    expiration_date: z.string().optional().describe("The day on which its vendor ended it; another server has it here"),
    links: z.object({ details: z.string() }),
    providers: z.array(z.string()).describe("Ids of the providers that serve it"),
    available: z.boolean().describe("Some provider of it has a credential here"),
    latency_last_30m: z.number().nullable().describe("Best p50 over its providers, ms to the first token"),
    throughput_last_30m: z.number().nullable().describe("Best p50 over its providers, tokens/s"),
    uptime_last_1d: z.number().nullable().describe("Best over its providers, percent"),
  })
  .meta({ id: "Model" });

const Percentiles = z.object({ p50: z.number(), p75: z.number(), p90: z.number(), p99: z.number() });

export const ModelEndpoint = z
  .object({
    id: z.string().describe("As `endpoint_id` of a generation names it"),
    name: z.string(),
    model_id: z.string(),
    model_name: z.string(),
    provider_name: z.string(),
    tag: z.string().describe("Provider id"),
    quantization: z.string().nullable(),
    context_length: z.number().int().describe("0: not known"),
    max_completion_tokens: z.number().int().nullable(),
    max_prompt_tokens: z.number().int().nullable(),
    pricing: Pricing,
    supported_parameters: z.array(z.string()),
    supports_implicit_caching: z.boolean(),
    supports_tool_choice: z.object({
      auto: z.boolean(),
      function: z.boolean(),
      none: z.boolean(),
      required: z.boolean(),
    }),
    latency_last_30m: Percentiles.nullable().describe("ms to the first token"),
    throughput_last_30m: Percentiles.nullable().describe("tokens/s"),
    uptime_last_5m: z.number().nullable(),
    uptime_last_30m: z.number().nullable(),
    uptime_last_1d: z.number().nullable(),
    status: z.string().optional().describe("`default`; left out for clients that read a number here"),
    available: z.boolean().describe("The provider has a credential here"),
    price_disputed: z.boolean().describe("Sources of the price disagree"),
    unpriced: z
      .array(z.object({ unit: z.string(), variant: z.string().nullable() }))
      .describe("What no price is known of: calls that use it are refused, unless the gateway serves unpriced models"),
  })
  .meta({ id: "ModelEndpoint" });

/** A form that is sent with nothing in a field asks for nothing. */
const Range = z.preprocess((value) => (value === "" ? undefined : value), z.coerce.number().min(0).optional());

const Offset = z.coerce.number().int().min(0).default(0);
const Limit = z.coerce.number().int().min(1).max(1000).default(500);

const ModelQuery = z.object({
  q: z.string().max(200).optional().describe("Search in ids and names"),
  sort: z
    .enum([
      "most-popular",
      "newest",
      "top-weekly",
      "pricing-low-to-high",
      "pricing-high-to-low",
      "context-high-to-low",
      "throughput-high-to-low",
      "latency-low-to-high",
    ])
    .optional(),
  input_modalities: z.string().optional().describe("Comma-separated, or `all`; models that take all of them"),
  output_modalities: z
    .string()
    .optional()
    .describe("Comma-separated, or `all`; models that make any of them; text if absent"),
  supported_parameters: z.string().optional().describe("Comma-separated; models that take all of them"),
  context: Range.describe("At least this context length"),
  min_price: Range.describe("USD per million prompt tokens"),
  max_price: Range.describe("USD per million prompt tokens"),
  min_output_price: Range,
  max_output_price: Range,
  min_age_days: Range.describe("Came out at least so many days ago"),
  max_age_days: Range.describe("Came out at most so many days ago"),
  model_authors: z.string().optional(),
  providers: z.string().optional().describe("Comma-separated provider ids"),
  zdr: z.stringbool().optional(),
  available: z.stringbool().optional().describe("Only models that some credential here can reach"),
  offset: Offset,
  limit: Limit.describe("Records per page; 20 if absent and the request has an `anthropic-version` header"),
  after_id: z.string().max(300).optional().describe("With `anthropic-version`: the models after this one"),
  before_id: z.string().max(300).optional().describe("With `anthropic-version`: the models before this one"),
});

const ModelList = z.object({
  data: z.array(Model),
  links: z.object({ next: z.string().nullable() }),
  total_count: z.number().int(),
});

export const listModels = endpoint({
  id: "listModels",
  resource: "models",
  method: "GET",
  path: "/models",
  roles: "everyone",
  access: "public",
  summary: "The model catalogue",
  description: FOR_ANTHROPIC,
  query: ModelQuery,
  response: ModelList,
  errors: PUBLIC_ERRORS,
});

export const listUserModels = endpoint({
  id: "listUserModels",
  resource: "models",
  method: "GET",
  path: "/models/user",
  roles: "everyone",
  access: "key",
  summary: "The models that the caller can reach",
  query: z.object({ output_modalities: z.string().optional(), offset: Offset, limit: Limit }),
  response: ModelList,
  errors: [400, 401, 405, 429, 500],
});

export const countModels = endpoint({
  id: "countModels",
  resource: "models",
  method: "GET",
  path: "/models/count",
  roles: "everyone",
  access: "public",
  summary: "How many models there are",
  query: z.object({ output_modalities: z.string().optional() }),
  response: dataOf(z.object({ count: z.number().int() })),
  errors: PUBLIC_ERRORS,
});

const SlugParams = z.object({ author: z.string().min(1), slug: z.string().min(1) });

export const getModel = endpoint({
  id: "getModel",
  resource: "models",
  method: "GET",
  path: "/model/{author}/{slug}",
  roles: "everyone",
  access: "public",
  summary: "One model",
  params: SlugParams,
  response: dataOf(Model),
  errors: PUBLIC_ERRORS,
});

export const retrieveModel = endpoint({
  id: "retrieveModel",
  resource: "models",
  method: "GET",
  path: "/models/{author}",
  roles: "everyone",
  access: "public",
  summary: "One model by its id in one path segment, as OpenAI's clients ask for it",
  description: FOR_ANTHROPIC,
  params: z.object({ author: z.string().min(1).describe("A model's id, its slash encoded as %2F") }),
  response: Model,
  errors: PUBLIC_ERRORS,
});

export const retrieveModelBySlug = endpoint({
  id: "retrieveModelBySlug",
  resource: "models",
  method: "GET",
  path: "/models/{author}/{slug}",
  roles: "everyone",
  access: "public",
  summary: "One model by its id, for clients that do not encode the slash in it",
  description: FOR_ANTHROPIC,
  params: SlugParams,
  response: Model,
  errors: PUBLIC_ERRORS,
});

export const listModelEndpoints = endpoint({
  id: "listModelEndpoints",
  resource: "models",
  method: "GET",
  path: "/models/{author}/{slug}/endpoints",
  roles: "everyone",
  access: "public",
  summary: "The providers that serve a model, with live latency, throughput and uptime",
  params: SlugParams,
  response: dataOf(
    z.object({
      id: z.string(),
      name: z.string(),
      created: z.number().int(),
      description: z.string(),
      architecture: Architecture,
      endpoints: z.array(ModelEndpoint),
    }),
  ),
  errors: PUBLIC_ERRORS,
});

export const listZdrEndpoints = endpoint({
  id: "listZdrEndpoints",
  resource: "models",
  method: "GET",
  path: "/endpoints/zdr",
  roles: "everyone",
  access: "public",
  summary: "The model endpoints whose providers keep no prompts",
  response: z.object({ data: z.array(ModelEndpoint) }),
  errors: [405, 500],
});
