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
  as_of: z.string().describe("Date given by the source, or the date it was read"),
  disputed: z.boolean().describe("Whether sources disagree. The newest source's price is charged."),
  discount: z
    .object({ id: z.string(), basis_points: z.number().int(), source: z.string(), as_of: z.string() })
    .nullable()
    .describe("Negotiated discount on this price"),
});

/** The calculation of a generation's cost, repeated from stored data. */
export const CostProof = z
  .object({
    raw_usage: z.unknown().describe("Usage exactly as the provider reported it"),
    usage_estimated: z.boolean(),
    units: z.record(z.string(), z.number()),
    service_tier: z.string().nullable().describe("Service tier used for pricing. Null for the default tier."),
    lines: z.array(
      z.object({
        unit: z.string(),
        units: z.number(),
        model: z
          .string()
          .nullable()
          .describe(
            "Set if another model ran as part of the request and has its own price. Null for the requested model.",
          ),
        priced_as: z.string().describe("Unit whose price applies, if this unit has no price of its own"),
        price_id: z.string(),
        nano_usd_per_million: nanoUsd,
        discount_basis_points: z.number().int(),
        multiplier_basis_points: z
          .number()
          .int()
          .describe("Multiplier for the processing region, in basis points. 10000 leaves the price unchanged."),
        nano_usd: z.string().describe("Units × price, less the discount, times the multiplier, as an exact decimal"),
        is_byok: z.boolean().describe("Whether the provider charges this to a BYOK credential"),
      }),
    ),
    sum_nano_usd: z.string().describe("Sum of the lines before rounding, in nano-USD"),
    rounding: z.literal("half-up-once"),
    nano_usd: nanoUsd.describe("Rounded sum, in nano-USD"),
    recorded_nano_usd: nanoUsd.describe("Recorded cost, in nano-USD"),
    byok_nano_usd: nanoUsd.describe("Part of the cost that providers charge to BYOK credentials, in nano-USD"),
    holds: z.boolean().describe("Whether the recalculated cost and its BYOK part match the recorded ones"),
    reported_nano_usd: nanoUsd
      .nullable()
      .describe("Cost that the provider reported, in nano-USD. Null if it reported none."),
    report_differs: z.boolean().describe("Whether the reported and the recorded cost differ by more than 1%"),
    prices: z.array(ProofPrice),
    missing_price_ids: z.array(z.string()),
    unpriced_units: z.array(z.string()).describe("Used units that have no price. The cost does not include them."),
  })
  .meta({ id: "CostProof" });
