import { type Block, block, list } from "../exchange/json.ts";
import { unusableError } from "../exchange/send.ts";
import type { Embedded } from "../media.ts";

/**
 * Returns the vectors of `data: [{ index, embedding }]` in input order. Throws if there are fewer than `expectedCount`.
 */
export function vectorsOf(response: Block, expectedCount: number): Embedded["vectors"] {
  const entries = list(response.data).map(block);
  const vectors = new Array<Embedded["vectors"][number]>(expectedCount);
  for (const [position, { index, embedding }] of entries.entries()) {
    const at = typeof index === "number" ? index : position;
    if (isVector(embedding) && at < expectedCount) vectors[at] = embedding;
  }
  if (Object.keys(vectors).length !== expectedCount) throw unusableError(response);
  return vectors;
}

function isVector(value: unknown): value is number[] | string {
  return typeof value === "string" ? value !== "" : Array.isArray(value) && typeof value[0] === "number";
}
