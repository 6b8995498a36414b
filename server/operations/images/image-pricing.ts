import { usdPerUnit } from "#lib/nano-usd.ts";
import type { Price } from "#server/catalogue/model.ts";
import { pricesInForce } from "#server/catalogue/prices-in-force.ts";
import type { ImageAbilities } from "#server/providers/image/abilities.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";

type Billed = { billable: string; unit: string };

const BILLED: Partial<Record<UsageUnit, Billed>> = {
  requests: { billable: "output_image", unit: "request" },
  images: { billable: "output_image", unit: "image" },
  megapixels: { billable: "output_image", unit: "megapixel" },
  output_image_tokens: { billable: "output_image", unit: "token" },
  input_tokens: { billable: "input_text", unit: "token" },
  input_image_tokens: { billable: "input_image", unit: "token" },
};

/** Returns what a model endpoint charges for images at a time. */
export function imagePricing(rows: readonly Price[], { maxReferences }: ImageAbilities, atMs: number) {
  const standard = rows.filter(({ serviceTier, minPromptTokens }) => serviceTier === null && minPromptTokens === 0);
  return pricesInForce(standard, atMs).flatMap(({ unit, nanoUsdPerMillion, discount, variant }) => {
    const billed = BILLED[unit];
    if (!billed) return [];
    const price = {
      cost_usd: Number(usdPerUnit(nanoUsdPerMillion, discount?.basisPoints)),
      ...(variant !== undefined && { variant }),
    };
    const output = [{ ...billed, ...price }];
    // Providers that bill by megapixel also count reference images.
    return unit === "megapixels" && maxReferences > 0
      ? [...output, { billable: "input_reference", unit: "megapixel", ...price }]
      : output;
  });
}
