import type { UsageUnit } from "#server/providers/usage/usage.ts";
import type { Modality, Price } from "./model.ts";

/** For each kind of output, sets of units of which at least one must be fully priced. */
export const BILLED: Partial<Record<Modality, UsageUnit[][]>> = {
  text: [["input_tokens", "output_tokens"]],
  embeddings: [["input_tokens"], ["characters"]],
  rerank: [["search_units"], ["input_tokens"]],
  image: [["images"], ["megapixels"], ["output_image_tokens"]],
  video: [["seconds"]],
  speech: [["characters"], ["output_audio_tokens"], ["input_tokens", "output_tokens"]],
  transcription: [["seconds"], ["input_tokens", "output_tokens"]],
  moderation: [["requests"]],
};

/**
 * The charges of a request beyond those common to all requests of its model: the variant of its output, and units that
 * its provider bills at their own price.
 */
export type Charges = { variant?: string; apart?: readonly UsageUnit[] };

/** The item that a price is for. */
type PricedThing = Pick<Price, "unit" | "minPromptTokens" | "serviceTier" | "variant">;

/**
 * Returns whether the rows give the cost of a model with these outputs. Otherwise its requests are not free, but
 * unpriced.
 */
export function isPriced(
  output: readonly Modality[],
  prices: readonly PricedThing[],
  { variant, apart = [] }: Charges = {},
): boolean {
  const kind = kindOf(output);
  const states = (unit: UsageUnit) => statesPrice(prices, unit, variant);
  const isImageChat = kind === "text" && output.includes("image") && states("output_image_tokens");
  return (isImageChat || (BILLED[kind] ?? []).some((units) => units.every(states))) && apart.every(states);
}

/** Returns the units that a model of these outputs is most often billed by. */
export function usualUnits(output: readonly Modality[]): readonly UsageUnit[] {
  return BILLED[kindOf(output)]?.[0] ?? [];
}

/** Returns whether a unit has a price for the shortest prompts in the default tier, for the given `variant`. */
export function statesPrice(prices: readonly PricedThing[], unit: UsageUnit, variant?: string): boolean {
  return prices.some(
    (price) =>
      price.unit === unit &&
      price.minPromptTokens === 0 &&
      price.serviceTier === null &&
      (variant === undefined || price.variant === undefined || price.variant === variant),
  );
}

function kindOf(output: readonly Modality[]): Modality {
  return output.includes("text") ? "text" : (output[0] as Modality);
}
