import { z } from "zod";

const nanoUsd = z.number().int();

const ProofPrice = z.object({
  id: z.string(),
  unit: z.string().nullable(),
  nano_usd_per_million: nanoUsd,
  min_prompt_tokens: z.number().int(),
  service_tier: z.string().nullable(),
  variant: z.string().nullable(),
  origin: z.enum(["shipped", "refresh", "override"]),
  source: z.string(),
  source_revision: z.string(),
  as_of: z.string().describe("The day the source states or was read"),
  disputed: z.boolean().describe("Sources disagree; the newest source's price is charged"),
  discount: z
    .object({ id: z.string(), basis_points: z.number().int(), source: z.string(), as_of: z.string() })
    .nullable()
    .describe("The negotiated discount off this price"),
});

/** How a generation's cost comes about, computed again from what is stored. */
export const CostProof = z
  .object({
    raw_usage: z.unknown().describe("The upstream's own usage block"),
    usage_estimated: z.boolean(),
    units: z.record(z.string(), z.number()),
    service_tier: z.string().nullable().describe("The tier that was priced; null: the default one"),
    lines: z.array(
      z.object({
        unit: z.string(),
        units: z.number(),
        model: z
          .string()
          .nullable()
          .describe("Another model that ran within the call, at its own price; null: the call's"),
        priced_as: z.string().describe("The unit whose price it is, where it has none of its own"),
        price_id: z.string(),
        nano_usd_per_million: nanoUsd,
        discount_basis_points: z.number().int(),
        multiplier_basis_points: z
          .number()
          .int()
          .describe("What the call's geography multiplies the price by; 10000: nothing"),
        nano_usd: z.string().describe("units x price, less the discount, times the multiplier, as an exact decimal"),
      }),
    ),
    sum_nano_usd: z.string().describe("Sum of the lines before rounding"),
    rounding: z.literal("half-up-once"),
    nano_usd: nanoUsd.describe("The rounded sum"),
    recorded_nano_usd: nanoUsd.describe("What was charged"),
    holds: z.boolean().describe("What was charged is what comes out again"),
    reported_nano_usd: nanoUsd.nullable().describe("What the provider says the call costs; null: it does not say"),
    report_differs: z.boolean().describe("The provider's cost and what was charged are more than 1 % apart"),
    prices: z.array(ProofPrice),
    missing_price_ids: z.array(z.string()),
    unpriced_units: z.array(z.string()).describe("Units in use that had no price: they are not in the cost"),
  })
  .meta({ id: "CostProof" });
