/** What a model endpoint may be chosen by, as `provider.sort` names it. */
export type SortBy = "price" | "throughput" | "latency" | "exacto";

/** Endings of a model's name that say how its providers are sorted; who serves it is the same with and without them. */
const SORTS: ReadonlyMap<string, SortBy> = new Map([
  ["nitro", "throughput"],
  ["floor", "price"],
  ["exacto", "exacto"],
]);

/** The order that a variant asks for (`throughput` of `openai/gpt-4o:nitro`); undefined where it asks for none. */
export function sortOfVariant(variant: string | null | undefined): SortBy | undefined {
  return variant ? SORTS.get(variant) : undefined;
}
