/** Prices of a model, in USD for one unit, as decimal text; a negative one is not known. */
export type Prices = { prompt: string; completion: string } & Record<string, unknown>;

/**
 * The price of a prompt or completion token; undefined where it is not known, or where the model charges in other
 * units, so that the zero of an image model does not read as free.
 */
export function tokenPrice(prices: Prices, field: "prompt" | "completion"): string | undefined {
  const price = prices[field];
  if (Number(price) < 0) return undefined;
  // What gives no tokens (embeddings, scores) charges none: that is not the same as giving them for nothing.
  if (field === "completion" && Number(price) === 0 && Number(prices.prompt) > 0) return undefined;
  const free = Number(prices.prompt) === 0 && Number(prices.completion) === 0;
  return free && chargesElsewhere(prices) ? undefined : price;
}

function chargesElsewhere(prices: Prices): boolean {
  return Object.entries(prices).some(
    ([name, price]) => name !== "prompt" && name !== "completion" && typeof price === "string" && Number(price) > 0,
  );
}
