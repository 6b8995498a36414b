import type { Embedded, Metered } from "../media.ts";
import type { Usage } from "../usage/usage.ts";

/**
 * Requests embeddings for more inputs than a provider accepts at once, in consecutive batches, since callers may send
 * as many as OpenAI accepts. Results are in the order of the inputs. A failed batch rejects the whole request.
 */
export async function inBatches<Item>(
  items: readonly Item[],
  size: number,
  ask: (batch: Item[]) => Promise<Metered<Embedded>>,
): Promise<Metered<Embedded>> {
  let all: Metered<Embedded> | undefined;
  for (let start = 0; start < items.length; start += size) {
    const next = await ask(items.slice(start, start + size));
    all = all ? joinBatches(all, next) : next;
  }
  if (!all) throw new Error("there is nothing to embed");
  return all;
}

function joinBatches(one: Metered<Embedded>, other: Metered<Embedded>): Metered<Embedded> {
  const { usage: _, rawUsage: __, ...rest } = one;
  const tokens = (one.result.tokens ?? 0) + (other.result.tokens ?? 0);
  const result = { vectors: [...one.result.vectors, ...other.result.vectors], ...(tokens > 0 && { tokens }) };
  // An uncounted batch would make the sum too low, so the whole usage is estimated.
  if (!one.usage || !other.usage) return { ...rest, result };
  const batches = [...(Array.isArray(one.rawUsage?.batches) ? one.rawUsage.batches : [one.rawUsage]), other.rawUsage];
  return { ...rest, result, usage: sum(one.usage, other.usage), rawUsage: { batches } };
}

function sum(one: Usage, other: Usage): Usage {
  const total: Usage = { ...one };
  for (const [unit, units] of Object.entries(other) as [keyof Usage, number][])
    total[unit] = (total[unit] ?? 0) + units;
  return total;
}
