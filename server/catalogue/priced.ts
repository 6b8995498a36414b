import type { UsageUnit } from "#server/providers/usage/usage.ts";
import type { Modality, Price } from "./model.ts";

/** For each kind of output, sets of units one of which must be priced as a whole. */
export const BILLED: Partial<Record<Modality, UsageUnit[][]>> = {
  text: [["input_tokens", "output_tokens"]],
  embeddings: [["input_tokens"]],
  rerank: [["search_units"], ["input_tokens"]],
  image: [["images"], ["megapixels"], ["output_image_tokens"]],
  video: [["seconds"]],
  speech: [["characters"], ["output_audio_tokens"], ["input_tokens", "output_tokens"]],
  transcription: [["seconds"], ["input_tokens", "output_tokens"]],
};

/**
 * What a call is charged for beside what every call of its model is: the variant of what it makes, and units that its
 * provider bills at a price of their own.
 */
export type Charges = { variant?: string; apart?: readonly UsageUnit[] };

/** What a price is for. */
type PricedThing = Pick<Price, "unit" | "minPromptTokens" | "serviceTier" | "variant">;

/** Do the rows say what a model of these outputs costs? Where not, its calls are not free, but unpriced. */
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

/** The units that a model of these outputs is most often billed by. */
export function usualUnits(output: readonly Modality[]): readonly UsageUnit[] {
  return BILLED[kindOf(output)]?.[0] ?? [];
}

/** Is there a price of a unit for the shortest prompts in the default tier? With a `variant`, for that one. */
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
