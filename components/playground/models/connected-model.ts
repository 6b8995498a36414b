import type { CatalogueModel } from "./model-search.ts";

/**
 * Returns the model that a new playground starts with: the cheapest text model of a connected provider, by the sum of
 * its input and output price. Skips models that their creator retires and models that only classify text, such as Llama
 * Guard. Undefined if no other model than the built-in local ones is left.
 */
export function connectedModel(models: readonly CatalogueModel[]): string | undefined {
  const usable = models.filter(({ id, available, architecture, expiration_date: retiresOn }) => {
    const isText = architecture.output_modalities.join() === "text" && architecture.input_modalities.includes("text");
    const isLasting = retiresOn === undefined && !id.endsWith(":free");
    return available && isText && isLasting && !id.startsWith("local/") && !/guard/.test(id);
  });
  return usable.toSorted((one, other) => priceOf(one) - priceOf(other))[0]?.id;
}

/** Only to compare, so a floating-point number will do. A model without a price comes last. */
function priceOf({ pricing }: CatalogueModel): number {
  const sum = Number(pricing.prompt) + Number(pricing.completion);
  return sum > 0 ? sum : Number.POSITIVE_INFINITY;
}
