/** The criteria for choosing a model endpoint, as named in `provider.sort`. */
export type SortBy = "price" | "throughput" | "latency" | "exacto";

/**
 * Suffixes of a model's name that select the order of its providers; the same providers serve it with and without them.
 */
const SORTS: ReadonlyMap<string, SortBy> = new Map([
  ["nitro", "throughput"],
  ["floor", "price"],
  ["exacto", "exacto"],
]);

/** Returns the order that a variant selects (`throughput` of `openai/gpt-4o:nitro`); undefined if it selects none. */
export function sortOfVariant(variant: string | null | undefined): SortBy | undefined {
  return variant ? SORTS.get(variant) : undefined;
}
