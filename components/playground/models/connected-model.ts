import type { CatalogueModel } from "./model-search.ts";

/**
 * Returns the model that a new playground starts with: the cheapest text model of a connected provider, by the sum of
 * its input and output price. Undefined if only the built-in local models are available.
 */
export function connectedModel(models: readonly CatalogueModel[]): string | undefined {
  const usable = models.filter(({ id, available, architecture }) => {
    const isText = architecture.output_modalities.join() === "text" && architecture.input_modalities.includes("text");
    return available && isText && !id.startsWith("local/") && !id.endsWith(":free");
  });
  return usable.toSorted((one, other) => priceOf(one) - priceOf(other))[0]?.id;
}

/** Only to compare, so a floating-point number will do. A model without a price comes last. */
function priceOf({ pricing }: CatalogueModel): number {
  const sum = Number(pricing.prompt) + Number(pricing.completion);
  return sum > 0 ? sum : Number.POSITIVE_INFINITY;
}
