import { z } from "zod";

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

/** What may stand behind a model's id. */
export const NAME_ENDINGS =
  "With `:nitro` at its end its providers are sorted by throughput, with `:floor` by price, with `:exacto` by fewest " +
  "failures; another ending, as `:free`, names model endpoints listed under it, and is a 404 where there are none";

/** How the caller wants providers chosen; unknown fields are kept for the providers that read them. */
export const ProviderRouting = z
  .looseObject({
    order: Names.describe("Providers to try first, in this order"),
    only: Names.describe("Providers that may serve the call"),
    ignore: Names.describe("Providers that may not serve the call"),
    allow_fallbacks: z
      .boolean()
      .nullish()
      .describe("False: no other provider serves a model; `models` and `fallbacks` are still tried"),
    content_policy_fallbacks: z
      .boolean()
      .nullish()
      .describe("True: a request that one provider's content policy refuses goes to the next candidate"),
    resume: z
      .boolean()
      .nullish()
      .describe(
        "True: a streamed text that breaks off is continued by the next candidate that can go on with it; an event " +
          "says so, and both parts are charged. Plain text only: requests with tools, a response format or reasoning " +
          "end with an error, as without this field",
      ),
    require_parameters: z.boolean().nullish().describe("Only model endpoints that support every parameter sent"),
    data_collection: z.enum(["allow", "deny"]).nullish().describe("Deny: no provider that trains on prompts"),
    zdr: z.boolean().nullish().describe("Only model endpoints with zero data retention"),
    enforce_distillable_text: z.boolean().nullish(),
    quantizations: Names,
    sort: z
      .union([SortBy, z.object({ by: SortBy.nullish(), partition: z.enum(["model", "none"]).nullish() })])
      .nullish()
      .describe("What providers are sorted by; wins over the ending of a model's name"),
    prompt_caching: z
      .boolean()
      .nullish()
      .describe(
        "Where a request is converted: false places no cache marks and no cache key; true does, whatever the setting",
      ),
    max_price: z
      .looseObject({ prompt: Price, completion: Price, request: Price, image: Price, audio: Price })
      .nullish()
      .describe("Ceiling in USD: of prompt and completion for a million tokens, of the others for one unit"),
    preferred_min_throughput: Preference.nullish().describe("Tokens per second; slower ones come last"),
    preferred_max_latency: Preference.nullish().describe("Seconds to the first token; slower ones come last"),
  })
  .meta({ id: "ProviderRouting" });

export type ProviderRouting = z.output<typeof ProviderRouting>;

/** Fields that every model call takes beside its own. */
export const callExtras = {
  session_id: z.string().max(256).nullish().describe("Groups calls; wins over an x-session-id header"),
  user: z.string().max(256).nullish().describe("Your own user's id"),
  trace: z
    .looseObject({})
    .nullish()
    .describe("trace_id, trace_name, span_name, generation_name, parent_span_id, custom keys"),
};

export const PresetName = z
  .string()
  .min(1)
  .nullish()
  .describe("Slug of a preset of the workspace, whose settings hold where the call has none of its own");

export const Plugins = z.array(z.looseObject({ id: z.string(), enabled: z.boolean().optional() })).nullish();

export const StopServerToolsWhen = z
  .array(z.looseObject({ type: z.string() }))
  .min(1)
  .nullish();
