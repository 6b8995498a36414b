/** Prices of a model, in USD per unit, as decimal text; a negative one is unknown. */
export type Prices = { prompt: string; completion: string } & Record<string, unknown>;

/**
 * Returns the price of a prompt or completion token; undefined if it is unknown, or if the model charges in other
 * units, so that the zero of an image model is not shown as free.
 */
export function tokenPrice(prices: Prices, field: "prompt" | "completion"): string | undefined {
  const price = prices[field];
  if (Number(price) < 0) return undefined;
  // A model without output tokens (embeddings, scores) charges none, which is not the same as free output.
  if (field === "completion" && Number(price) === 0 && Number(prices.prompt) > 0) return undefined;
  const free = Number(prices.prompt) === 0 && Number(prices.completion) === 0;
  return free && chargesElsewhere(prices) ? undefined : price;
}

function chargesElsewhere(prices: Prices): boolean {
  return Object.entries(prices).some(
    ([name, price]) => name !== "prompt" && name !== "completion" && typeof price === "string" && Number(price) > 0,
  );
}
