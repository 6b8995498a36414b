import { z } from "zod";
import { DataRegions } from "./data-regions.ts";
import { Tags } from "./tags.ts";

const Names = z.array(z.string().min(1)).nullish();
const SortBy = z.enum(["price", "throughput", "latency", "exacto"]);
const Preference = z.union([
  z.number(),
  z.object({ p50: z.number(), p75: z.number(), p90: z.number(), p99: z.number() }).partial(),
]);
const Price = z
  .union([z.string(), z.number()])
  .refine((amount) => String(amount).trim() !== "" && Number(amount) >= 0, "An amount in USD, e.g. `0.5`")
  .nullish();

/** The precisions of a model's weights. */
export const QUANTIZATIONS = [
  ...(["int4", "int8", "fp4", "mxfp4", "nvfp4", "fp6", "fp8", "mxfp8", "fp16", "bf16", "fp32"] as const),
  "unknown",
] as const;

/** Suffixes allowed after a model's id. */
export const NAME_ENDINGS =
  "Append `:nitro` to sort providers by throughput, `:floor` by price, or `:exacto` by fewest " +
  "failures. Any other suffix, such as `:free`, selects the model endpoints listed under it; if " +
  "there are none, the request fails with 404.";

/** The caller's preferences for choosing providers; unknown fields are kept for the providers that read them. */
export const ProviderRouting = z
  .looseObject({
    order: Names.describe("Providers to try first, in order"),
    only: Names.describe("Allow only these providers"),
    ignore: Names.describe("Exclude these providers"),
    allow_fallbacks: z
      .boolean()
      .nullish()
      .describe("Whether other providers may serve the model. `models` and `fallbacks` are tried even if false."),
    content_policy_fallbacks: z
      .boolean()
      .nullish()
      .describe("Whether to try the next candidate if a provider's content policy rejects the request"),
    resume: z
      .boolean()
      .nullish()
      .describe(
        "Whether another candidate may continue a stream that breaks off. An event marks the switch, and " +
          "both parts are charged. Supports plain text only: requests with tools, a response format or " +
          "reasoning end with an error.",
      ),
    hedge: z
      .union([z.boolean(), z.strictObject({ after_ms: z.number().int().min(1).max(600_000) })])
      .nullish()
      .describe(
        "Whether to also send a text request that is not streamed to the model's next candidate if the first is " +
          "slow: after `after_ms`, or with `true`, after the time in which 95% of the endpoint's recent " +
          "responses started. The first to respond wins. The other is canceled and charged for its prompt.",
      ),
    require_parameters: z
      .boolean()
      .nullish()
      .describe("Use only model endpoints that support every parameter in the request"),
    data_collection: z.enum(["allow", "deny"]).nullish().describe("`deny` excludes providers that train on prompts"),
    zdr: z.boolean().nullish().describe("Use only model endpoints with zero data retention"),
    enforce_distillable_text: z.boolean().nullish(),
    quantizations: z
      .array(z.enum(QUANTIZATIONS))
      .nullish()
      .describe("Use only model endpoints with one of these quantizations. Most are `unknown`."),
    allowed_data_regions: DataRegions.nullish(),
    sort: z
      .union([SortBy, z.object({ by: SortBy.nullish(), partition: z.enum(["model", "none"]).nullish() })])
      .nullish()
      .describe("How to sort providers. Overrides the suffix of the model ID."),
    prompt_caching: z
      .boolean()
      .nullish()
      .describe("Whether to add cache markers and a cache key to converted requests. Overrides the gateway's setting."),
    max_price: z
      .looseObject({ prompt: Price, completion: Price, request: Price, image: Price, audio: Price })
      .nullish()
      .describe("Maximum price in USD: per million tokens for `prompt` and `completion`, per unit for the others"),
    preferred_min_throughput: Preference.nullish().describe(
      "Preferred minimum throughput in tokens per second. Slower model endpoints are tried last.",
    ),
    preferred_max_latency: Preference.nullish().describe(
      "Preferred maximum time to first token in seconds. Slower model endpoints are tried last.",
    ),
  })
  .meta({ id: "ProviderRouting" });

export type ProviderRouting = z.output<typeof ProviderRouting>;

/** Fields that every model request accepts in addition to those of its endpoint. */
export const callExtras = {
  session_id: z.string().max(256).nullish().describe("ID that groups requests. Overrides the `x-session-id` header."),
  user: z.string().max(256).nullish().describe("ID of your end user"),
  tags: Tags.nullish().describe(
    "Up to ten tags for costs and logs, such as `team:search`. Added to those of the key and of the " +
      "`x-switchboard-tags` header. Providers do not receive them.",
  ),
  trace: z
    .looseObject({})
    .nullish()
    .describe(
      "Trace metadata: `trace_id`, `trace_name`, `span_name`, `generation_name`, `parent_span_id` and custom keys",
    ),
};

const WEEK_SECONDS = 7 * 24 * 3600;

export const CacheSeconds = z.number().int().max(WEEK_SECONDS);

export const ResponseCaching = z
  .object({ ttl: CacheSeconds.min(0).describe("Seconds to keep the response. 0 turns the cache off.") })
  .nullish()
  .describe(
    "Keeps the response, and returns it for identical requests at no cost until it expires. The `x-cache` " +
      "header is `hit` or `miss`. Requests match within a workspace, with the same provider keys and guardrails. " +
      "Has no effect with server tools, with `zdr` or for responses that may be resumed. A key can set it for all " +
      "its requests.",
  );

export const PresetName = z
  .string()
  .min(1)
  .nullish()
  .describe("Slug of a preset in the workspace. Its settings apply where the request sets none.");
