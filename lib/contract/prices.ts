import { z } from "zod";
import { dataOf, Instant, listOf, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const UsageUnitName = z.enum([
  "input_tokens",
  "cache_read_tokens",
  "cache_read_audio_tokens",
  "cache_write_tokens",
  "cache_write_1h_tokens",
  "cache_storage_tokens",
  "output_tokens",
  "reasoning_tokens",
  "input_audio_tokens",
  "output_audio_tokens",
  "input_image_tokens",
  "output_image_tokens",
  "requests",
  "web_searches",
  "grounded_requests",
  "map_requests",
  "file_searches",
  "containers",
  "images",
  "megapixels",
  "seconds",
  "characters",
  "search_units",
]);

const nanoUsdPerMillion = z
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .describe("Price in nano-USD per million units. 1 USD per million tokens is 1000000000.");
const minute = z.number().int().min(0).max(1440);
const HoursUtc = z
  .object({ start_minute: minute, end_minute: minute })
  .describe(
    "Minutes of the UTC day when the price applies, start inclusive and end exclusive. If the end is " +
      "before the start, the range spans midnight.",
  );

/** What a price applies to. */
const terms = {
  unit: UsageUnitName.nullable().describe("Null if a discount applies to every unit"),
  min_prompt_tokens: z.number().int().describe("The price applies to prompts of at least this many tokens"),
  service_tier: z.string().nullable().describe("Null means the default tier, or every tier for a discount"),
  variant: z.string().nullable(),
  hours_utc: HoursUtc.nullable(),
};

export const PriceRecord = z
  .object({
    id: z.string(),
    origin: z.enum(["shipped", "refresh", "override"]),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    model_endpoint: z.string().nullable(),
    credential_id: z.string().nullable(),
    ...terms,
    nano_usd_per_million: nanoUsdPerMillion
      .nullable()
      .describe("Null for a discount, or if the unit is no longer charged"),
    reserve_nano_usd_per_million: nanoUsdPerMillion
      .nullable()
      .describe("Price used for reservations when sources disagree"),
    discount_basis_points: z.number().int().nullable().describe("Discount in basis points (hundredths of a percent)"),
    valid_from: z.string().nullable(),
    valid_to: z.string().nullable(),
    active: z.boolean().describe("Whether the price applies now and no newer row replaces it"),
    source: z.string(),
    source_revision: z.string(),
    as_of: z.string().describe("Date given by the source, or the date it was read"),
    disputed: z.boolean(),
    dissent: z.array(z.object({ source: z.string(), as_of: z.string(), nano_usd_per_million: nanoUsdPerMillion })),
    batch_id: z.string().nullable().describe("The refresh that added the price"),
    note: z.string().nullable(),
    created_at: Timestamp.nullable(),
    created_by: z.string().nullable(),
  })
  .meta({ id: "Price" });

export const listPrices = endpoint({
  id: "listPrices",
  resource: "prices",
  method: "GET",
  path: "/prices",
  roles: "administrators",
  access: "management",
  summary: "List prices",
  description: "Returns shipped, refreshed and negotiated prices.",
  query: z.object({
    model: z.string().max(200).optional().describe("Model ID or alias"),
    provider: z.string().max(100).optional(),
    origin: z.enum(["shipped", "refresh", "override"]).optional(),
    active: z.stringbool().optional(),
    disputed: z.stringbool().optional(),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
  }),
  response: listOf(PriceRecord),
  errors: [400, 401, 403, 405, 429, 500],
});

const name = z.string().trim().min(1).max(200);

export const createPriceOverride = endpoint({
  id: "createPriceOverride",
  resource: "prices",
  method: "POST",
  path: "/prices",
  roles: "administrators",
  access: "management",
  summary: "Create a price override",
  description:
    "Adds a negotiated price or discount for a provider, a model endpoint, a credential, or a " +
    "combination of them. A credential's override takes precedence over a model endpoint's, which " +
    "takes precedence over a provider's. An active override with the same scope is ended.",
  body: z
    .strictObject({
      provider: name.nullish(),
      model_endpoint: name.nullish().describe("`<model>@<provider>`"),
      credential_id: z.uuid().nullish(),
      unit: UsageUnitName.nullish(),
      nano_usd_per_million: nanoUsdPerMillion.nullish(),
      discount_basis_points: z.number().int().min(1).max(10_000).nullish(),
      min_prompt_tokens: z.number().int().min(0).max(1_000_000_000).default(0),
      service_tier: name.nullish(),
      variant: name.nullish(),
      hours_utc: HoursUtc.nullish(),
      valid_from: Instant.nullish().describe("Defaults to now"),
      valid_to: Instant.nullish(),
      source: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .default("negotiated")
        .describe("Where the price comes from, such as a contract or a quote"),
      note: z.string().max(1000).nullish(),
    })
    .refine(
      ({ provider, model_endpoint, credential_id }) => provider || model_endpoint || credential_id,
      "An override is for a provider, a model endpoint or a credential",
    )
    .refine(
      ({ nano_usd_per_million, discount_basis_points }) =>
        (nano_usd_per_million ?? null) === null ? discount_basis_points : !discount_basis_points,
      "Send either nano_usd_per_million or discount_basis_points",
    )
    .refine(
      ({ unit, discount_basis_points }) => unit || discount_basis_points,
      "A price requires a unit; only a discount can apply to all",
    )
    .refine(
      ({ discount_basis_points, min_prompt_tokens, variant, hours_utc }) =>
        !discount_basis_points || (min_prompt_tokens === 0 && !variant && !hours_utc),
      "A discount is for a unit and a service tier, or for all of them",
    ),
  response: dataOf(PriceRecord),
  status: 201,
  errors: [400, 401, 403, 405, 409, 413, 429, 500],
});

export const endPriceOverride = endpoint({
  id: "endPriceOverride",
  resource: "prices",
  method: "DELETE",
  path: "/prices/{id}",
  roles: "administrators",
  access: "management",
  summary: "End a price override",
  description: "Ends the override immediately. It stays in the price list with its end time.",
  params: z.object({ id: z.string().min(1).max(128) }),
  response: dataOf(PriceRecord),
  errors: [401, 403, 404, 405, 409, 429, 500],
});
