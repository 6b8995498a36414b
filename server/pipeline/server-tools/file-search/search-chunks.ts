import type { Queries } from "#server/data/database.ts";
import {
  type ChunkScope,
  type FoundChunk,
  listChunks,
  nearestChunks,
  preparePgvector,
} from "#server/data/file-chunks.ts";

const PAGE = 500;
const prepared = new WeakMap<Queries, Promise<boolean>>();

/** Returns the pieces nearest to a query, with pgvector if the database has it, otherwise by comparing them here. */
export async function searchChunks(
  queries: Queries,
  scope: ChunkScope,
  query: readonly number[],
  limit: number,
): Promise<FoundChunk[]> {
  const known = prepared.get(queries) ?? preparePgvector(queries);
  prepared.set(queries, known);
  return (await known) ? nearestChunks(queries, scope, query, limit) : compareChunks(queries, scope, query, limit);
}

async function compareChunks(
  queries: Queries,
  scope: ChunkScope,
  query: readonly number[],
  limit: number,
): Promise<FoundChunk[]> {
  let best: FoundChunk[] = [];
  for (let after: FoundChunk | undefined; ; ) {
    const page = await listChunks(queries, scope, after, PAGE);
    const scored = page
      .filter(({ vector }) => vector.length === query.length)
      .map(({ vector, ...chunk }) => ({ ...chunk, score: cosine(vector, query) }));
    best = [...best, ...scored].sort((one, other) => other.score - one.score).slice(0, limit);
    const last = page.at(-1);
    if (page.length < PAGE || !last) return best;
    after = { ...last, score: 0 };
  }
}

function cosine(one: readonly number[], other: readonly number[]): number {
  let product = 0;
  let lengths = 0;
  let others = 0;
  for (let at = 0; at < one.length; at++) {
    const [x = 0, y = 0] = [one[at], other[at]];
    product += x * y;
    lengths += x * x;
    others += y * y;
  }
  return product / (Math.sqrt(lengths * others) || 1);
}
