import { z } from "zod";
import { dataOf, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { PriceRecord, UsageUnitName } from "./prices.ts";

const nanoUsd = z.number().int().nullable();

const source = {
  from: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .optional()
    .describe("Public HTTPS URL. Defaults to the environment variable PRICES_FROM if `document` is also omitted."),
  document: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Price data: a Switchboard snapshot, or `api.json` from models.dev"),
};
const onlyOne = ({ from, document }: { from?: unknown; document?: unknown }) => !(from && document);

export const PricePlan = z
  .object({
    plan_id: z.string().describe("Plan ID to pass to `apply`. The same source and prices give the same ID."),
    format: z.enum(["switchboard", "models.dev"]),
    source: z.string(),
    source_revision: z.string(),
    as_of: z.string(),
    changes: z.array(
      z.object({
        model_endpoint: z.string(),
        unit: UsageUnitName,
        min_prompt_tokens: z.number().int(),
        service_tier: z.string().nullable(),
        variant: z.string().nullable(),
        hours_utc: PriceRecord.shape.hours_utc,
        old_nano_usd_per_million: nanoUsd.describe("Null if the unit had no price"),
        new_nano_usd_per_million: nanoUsd.describe("Null if the unit no longer has a price of its own"),
        percent: z.number().nullable().describe("Change in percent, rounded to two decimals"),
      }),
    ),
    models_added: z.array(z.object({ model: z.string(), model_endpoint: z.string(), prices: z.number().int() })),
    models_removed: z
      .array(z.string())
      .describe("Model endpoints that the source no longer lists. `apply` does not change them."),
    unchanged: z.number().int().describe("Number of unchanged prices"),
  })
  .meta({ id: "PricePlan" });

export const getPriceCheck = endpoint({
  id: "getPriceCheck",
  resource: "price-refreshes",
  method: "GET",
  path: "/prices/check",
  roles: "administrators",
  access: "management",
  summary: "Get the last price check",
  description:
    "Returns what the gateway found when it last compared its prices with the source in PRICES_FROM. Nothing is " +
    "applied automatically: review the plan, then apply it.",
  response: dataOf(
    z.object({
      has_source: z.boolean().describe("Whether PRICES_FROM is set"),
      every_hours: z.number().int().nullable().describe("Hours between checks. Null if there are none."),
      checked_at: Timestamp.nullable().describe("Null before the first check, and until the next one after a change"),
      error: z.string().nullable().describe("Why the source could not be read"),
      changes: z.number().int().describe("Number of prices that differ"),
      models_added: z.number().int().describe("Number of model endpoints that only the source has"),
    }),
  ),
  errors: [401, 403, 405, 429, 500],
});

export const planPrices = endpoint({
  id: "planPrices",
  isQuery: true,
  resource: "price-refreshes",
  method: "POST",
  path: "/prices/plan",
  roles: "administrators",
  access: "management",
  summary: "Plan a price refresh",
  description: "Returns what a refresh would change, without applying it.",
  largeBody: true,
  body: z.strictObject(source).refine(onlyOne, "Send either from or document"),
  response: dataOf(PricePlan),
  errors: [400, 401, 403, 405, 413, 429, 500, 502],
});

export const applyPrices = endpoint({
  id: "applyPrices",
  resource: "prices",
  method: "POST",
  path: "/prices/apply",
  roles: "administrators",
  access: "management",
  summary: "Apply a price refresh",
  description: "Applies a plan: adds its price rows and models. If anything fails, nothing is applied.",
  largeBody: true,
  body: z
    .strictObject({ ...source, plan_id: z.string().min(1).max(128) })
    .refine(onlyOne, "Send either from or document"),
  response: dataOf(
    z.object({ batch_id: z.string(), prices: z.number().int(), models: z.number().int(), endpoints: z.number().int() }),
  ),
  status: 201,
  errors: [400, 401, 403, 405, 409, 413, 429, 500, 502],
});

export const rollbackPrices = endpoint({
  id: "rollbackPrices",
  resource: "prices",
  method: "POST",
  path: "/prices/rollback",
  roles: "administrators",
  access: "management",
  summary: "Roll back a price refresh",
  description: "Ends the prices that the refresh added. The previous prices apply again.",
  largeBody: true,
  body: z.strictObject({ batch_id: z.uuid() }),
  response: dataOf(
    z.object({ batch_id: z.string(), prices: z.number().int().describe("Number of prices that were ended") }),
  ),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const listPriceRefreshes = endpoint({
  id: "listPriceRefreshes",
  resource: "price-refreshes",
  method: "GET",
  path: "/prices/refreshes",
  roles: "administrators",
  access: "management",
  summary: "List price refreshes",
  description: "Returns the newest applied refreshes first.",
  response: z.object({
    data: z.array(
      z.object({
        batch_id: z.string(),
        source: z.string(),
        source_revision: z.string(),
        as_of: z.string(),
        prices: z.number().int(),
        models: z.number().int(),
        endpoints: z.number().int(),
        created_at: Timestamp,
        created_by: z.string(),
        ended_at: Timestamp.nullable(),
        ended_by: z.string().nullable(),
      }),
    ),
  }),
  errors: [401, 403, 405, 429, 500],
});

export const priceRefreshEndpoints = [
  getPriceCheck,
  planPrices,
  applyPrices,
  rollbackPrices,
  listPriceRefreshes,
] as const;
