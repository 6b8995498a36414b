import { z } from "zod";
import { FOR_ANTHROPIC } from "./anthropic-models.ts";
import { dataOf } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Pricing } from "./model-pricing.ts";

const PUBLIC_ERRORS = [400, 404, 405, 500] as const;

const Architecture = z.object({
  input_modalities: z.array(z.string()),
  output_modalities: z.array(z.string()),
  modality: z.string().nullable(),
  tokenizer: z.string(),
  instruct_type: z.string().nullable(),
});

export const Model = z
  .object({
    id: z.string(),
    object: z.literal("model"),
    owned_by: z.string(),
    canonical_slug: z.string(),
    name: z.string(),
    created: z.number().int().describe("Unix timestamp in seconds"),
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
    expiration_date: z.string().optional().describe("Day on which the creator retires the model. Others may serve it."),
    successor: z.string().optional().describe("Model that its creator recommends instead"),
    upstream_successor: z
      .string()
      .optional()
      .describe(
        "The creator's name of the model that it recommends instead, if the catalogue does not list that model",
      ),
    links: z.object({ details: z.string() }),
    providers: z.array(z.string()).describe("IDs of the providers that serve the model"),
    available: z.boolean().describe("Whether at least one of the model's providers has a credential"),
    latency_last_30m: z.number().nullable().describe("Best p50 time to first token of all providers, in milliseconds"),
    throughput_last_30m: z.number().nullable().describe("Best p50 throughput of all providers, in tokens per second"),
    uptime_last_1d: z.number().nullable().describe("Best uptime of all providers, in percent"),
  })
  .meta({ id: "Model" });

const Percentiles = z.object({ p50: z.number(), p75: z.number(), p90: z.number(), p99: z.number() });

export const ModelEndpoint = z
  .object({
    id: z.string().describe("Same ID as `endpoint_id` of a generation"),
    name: z.string(),
    model_id: z.string(),
    model_name: z.string(),
    provider_name: z.string(),
    tag: z.string().describe("Provider ID"),
    quantization: z.string().nullable(),
    context_length: z.number().int().describe("Context length in tokens. 0 if unknown."),
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
    latency_last_30m: Percentiles.nullable().describe("Time to first token, in milliseconds"),
    throughput_last_30m: Percentiles.nullable().describe("Throughput in tokens per second"),
    uptime_last_5m: z.number().nullable(),
    uptime_last_30m: z.number().nullable(),
    uptime_last_1d: z.number().nullable(),
    status: z.string().optional().describe("`default`. Omitted for clients that expect a number."),
    available: z.boolean().describe("Whether the provider has a credential"),
    price_disputed: z.boolean().describe("Whether price sources disagree"),
    unpriced: z
      .array(z.object({ unit: z.string(), variant: z.string().nullable() }))
      .describe(
        "Units without a price. Requests that use them are rejected unless the gateway serves unpriced models.",
      ),
  })
  .meta({ id: "ModelEndpoint" });

/** A form may send an empty field, which means no filter. */
const Range = z.preprocess((value) => (value === "" ? undefined : value), z.coerce.number().min(0).optional());

const Offset = z.coerce.number().int().min(0).default(0);
const Limit = z.coerce.number().int().min(1).max(1000).optional().describe("Records per page; without it, all records");

const ModelQuery = z.object({
  q: z.string().max(200).optional().describe("Searches model IDs and names"),
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
  input_modalities: z
    .string()
    .optional()
    .describe("Comma-separated list, or `all`. Returns models that support every listed input."),
  output_modalities: z
    .string()
    .optional()
    .describe("Comma-separated list, or `all`. Returns models that support any listed output. Defaults to `text`."),
  supported_parameters: z
    .string()
    .optional()
    .describe("Comma-separated list. Returns models that support every listed parameter."),
  context: Range.describe("Minimum context length in tokens"),
  min_price: Range.describe("USD per million prompt tokens"),
  max_price: Range.describe("USD per million prompt tokens"),
  min_output_price: Range,
  max_output_price: Range,
  min_age_days: Range.describe("Minimum age of the model in days"),
  max_age_days: Range.describe("Maximum age of the model in days"),
  model_authors: z.string().optional(),
  providers: z.string().optional().describe("Comma-separated provider IDs"),
  zdr: z.stringbool().optional(),
  available: z.stringbool().optional().describe("Only models with a provider that has a credential"),
  offset: Offset,
  limit: Limit.describe("Records per page. Without it, all records, or 20 with an `anthropic-version` header."),
  after_id: z.string().max(300).optional().describe("With `anthropic-version`: returns the models after this one"),
  before_id: z.string().max(300).optional().describe("With `anthropic-version`: returns the models before this one"),
});

const ModelList = z.object({
  object: z.literal("list"),
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
  summary: "List models",
  description: `With an API key and no query, returns the models that the key can use, for clients that let their user choose one. Any parameter, such as \`limit=1000\`, returns the whole catalogue. ${FOR_ANTHROPIC}`,
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
  summary: "List models available to you",
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
  summary: "Count models",
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
  summary: "Get a model",
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
  summary: "Retrieve a model by encoded ID",
  description: FOR_ANTHROPIC,
  params: z.object({ author: z.string().min(1).describe("Model ID with its slash encoded as `%2F`") }),
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
  summary: "Retrieve a model by ID",
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
  summary: "List endpoints of a model",
  description: "Returns the providers that serve the model, with live latency, throughput and uptime.",
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
  summary: "List zero data retention endpoints",
  description: "Returns the model endpoints whose providers do not store prompts.",
  response: z.object({ data: z.array(ModelEndpoint) }),
  errors: [405, 500],
});
