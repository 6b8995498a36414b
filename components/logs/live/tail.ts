import type { LogRow } from "../use-log-view.ts";

/** What polling has found since the list was loaded. */
export type Tail = {
  /** Newest first. */
  found: readonly LogRow[];
  /** From when on the next poll searches; undefined if there are no rows yet. */
  finishedAfter: string | undefined;
  /** Whether there were more rows than a poll returns, so that some are missing between these and the list. */
  isCut: boolean;
};

/** Rows of one poll. */
export const MOST_FOUND = 100;
/** The most rows added to a list before it is read again from the top. */
const MOST_ADDED = 500;

/** Rows of other processes are visible up to this much later, and a row that counts rejected requests after 10 s. */
const OVERLAP_MS = 15_000;

/** Returns both lists as one, newest first, without duplicates. The rows of the first win: they are newer. */
export function mergeRows(added: readonly LogRow[], rows: readonly LogRow[]): LogRow[] {
  const known = new Set<string>();
  const merged = [...added, ...rows].filter(({ id }) => !known.has(id) && known.add(id));
  return merged.sort((a, b) => compare(b.created_at, a.created_at) || compare(b.id, a.id));
}

/** Adds the rows of a poll. `loaded` are the list's rows, which are not new. */
export function extendTail(tail: Tail, polled: readonly LogRow[], loaded: readonly LogRow[]): Tail {
  const known = new Set([...loaded, ...tail.found].map(({ id }) => id));
  const fresh = polled.filter(({ id }) => !known.has(id));
  const found = fresh.length > 0 ? mergeRows(fresh, tail.found) : tail.found;
  return {
    found,
    finishedAfter: searchFrom([...found, ...loaded]),
    isCut: tail.isCut || fresh.length >= MOST_FOUND || found.length >= MOST_ADDED,
  };
}

/** A request that took longer than this and than the first page covers appears only in a list that is loaded again. */
const LATEST_MS = 60_000;

/** Returns the time range of the next poll. It starts shortly before the newest row, so that it reads few others. */
export function pollFrom(tail: Tail, loaded: readonly LogRow[], start: string | undefined) {
  const newest = tail.found[0] ?? loaded[0];
  const oldest = loaded.at(-1);
  const finishedAfter = tail.finishedAfter ?? searchFrom(loaded);
  if (!newest || !oldest) return { start, finished_after: finishedAfter };
  const early = new Date(Date.parse(newest.created_at) - LATEST_MS).toISOString();
  return { start: [early, oldest.created_at].sort()[0], finished_after: finishedAfter };
}

/**
 * Returns the time from which the next poll searches: shortly before the last known end of a request. A request is
 * listed by its start but appears at its end, so the time of the newest row would miss those that took longer.
 */
function searchFrom(rows: readonly LogRow[]): string | undefined {
  if (rows.length === 0) return undefined;
  const ends = rows.map((row) => Date.parse(row.created_at) + row.generation_time);
  return new Date(ends.reduce((last, end) => Math.max(last, end)) - OVERLAP_MS).toISOString();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
