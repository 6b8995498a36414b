import { type ContentRow, findContents } from "#server/data/generation-contents.ts";
import type { LedgerSelection } from "#server/data/generation-filter.ts";
import { type ListedGeneration, type ListPosition, listGenerations } from "#server/data/generation-list.ts";
import type { Gateway } from "#server/gateway.ts";
import { type ContentMatch, contentSearch } from "./search-content.ts";

/** Rows of the ledger per query. */
const PAGE = 200;
/** Contents are up to half a megabyte each, so only a few are in memory at once. */
const CONTENTS_AT_ONCE = 25;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_MATCHES = 100;
const TIMEOUT_MS = 10_000;

type Search = {
  selected: LedgerSelection;
  after: ListPosition | undefined;
  text: string;
  /** The most rows that are searched. */
  most: number;
  departure: { readonly aborted: boolean };
};

type Match = ContentMatch & { row: ListedGeneration };

/** `last`: the oldest row that was searched. */
type Searched = {
  matches: Match[];
  records: number;
  contents: number;
  isComplete: boolean;
  last: ListedGeneration | undefined;
};

/**
 * Searches the stored contents of the newest rows of a selection, until enough rows, bytes or matches are read, or the
 * caller leaves.
 */
export async function searchContents(
  { database, contents: { open } }: Pick<Gateway, "database" | "contents">,
  { selected, after, text, most, departure }: Search,
): Promise<Searched> {
  const find = contentSearch(text);
  const searched: Searched = { matches: [], records: 0, contents: 0, isComplete: false, last: undefined };
  let bytes = 0;
  const { embedded } = database;
  const isEnough = () =>
    searched.records >= most || bytes >= MOST_BYTES || searched.matches.length >= MOST_MATCHES || departure.aborted;
  for (let position = after; ; position = searched.last) {
    const query = { ...selected, ...(position && { after: position }), limit: PAGE, timeoutMs: TIMEOUT_MS };
    const { rows } = await database.read((pool) => listGenerations({ pool, embedded }, query));
    for (let at = 0; at < rows.length; at += CONTENTS_AT_ONCE) {
      if (isEnough()) return searched;
      const part = rows.slice(at, at + CONTENTS_AT_ONCE);
      const stored = await findContents(database.queries, selected.workspaceId, part);
      const contents = stored.flatMap((row) => open(row) ?? []);
      bytes += contents.reduce((sum, content) => sum + sizeOf(content), 0);
      searched.matches.push(...matchesOf(part, contents, find));
      searched.records += part.length;
      searched.contents += contents.length;
      searched.last = part.at(-1);
    }
    if (rows.length < PAGE) return { ...searched, isComplete: true };
  }
}

function matchesOf(
  rows: readonly ListedGeneration[],
  contents: readonly ContentRow[],
  find: (row: ContentRow) => ContentMatch | undefined,
): Match[] {
  const byId = new Map(contents.map((content) => [content.id, content]));
  return rows.flatMap((row) => {
    const content = byId.get(row.id);
    const match = content && find(content);
    return match ? [{ ...match, row }] : [];
  });
}

function sizeOf({ input, output, error }: ContentRow): number {
  return [input, output, error].reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
