import type { UsageUnit } from "#server/providers/usage.ts";
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

/** Do the rows say what a model of these outputs costs? Where not, its calls are not free, but unpriced. */
export function isPriced(output: readonly Modality[], prices: readonly Price[]): boolean {
  const kind = output.includes("text") ? "text" : (output[0] as Modality);
  const sets = BILLED[kind] ?? [];
  const isImageChat = kind === "text" && output.includes("image") && statesPrice(prices, "output_image_tokens");
  return isImageChat || sets.some((units) => units.every((unit) => statesPrice(prices, unit)));
}

/** Is there a price of a unit for the shortest prompts in the default tier? */
export function statesPrice(prices: readonly Price[], unit: UsageUnit): boolean {
  return prices.some((price) => price.unit === unit && price.minPromptTokens === 0 && price.serviceTier === null);
}
