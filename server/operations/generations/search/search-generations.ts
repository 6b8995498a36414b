import { searchGenerations as endpoint, MAX_SEARCHED } from "#lib/contract/generation-search.ts";
import type { Database } from "#server/data/database.ts";
import type { LedgerFilter, LedgerSelection } from "#server/data/generation-filter.ts";
import { type ListedGeneration, listGenerations } from "#server/data/generation-list.ts";
import { operation } from "#server/http/operation.ts";
import { boundedSelection } from "../bounded-selection.ts";
import { keyNames } from "../key-names.ts";
import { cursorOf, positionOf } from "../list-cursor.ts";
import { summaryRecord } from "../summary-record.ts";
import type { ContentMatch } from "./search-content.ts";
import { searchContents } from "./search-contents.ts";

const TIMEOUT_MS = 10_000;
/** Rows that one ID, session, user or tag may find. */
const MOST_NAMED = 50;

type Found = { row: ListedGeneration; foundIn: NamedField | ContentMatch["foundIn"]; excerpt: string | null };
type NamedField = (typeof ANY_TIME)[number] | (typeof IN_RANGE)[number];

/** These have an index, and identify a request. */
const ANY_TIME = ["id", "upstream_id", "request_id"] as const;
const IN_RANGE = ["session_id", "external_user", "tag"] as const;

export const searchGenerations = operation(endpoint)(async (gateway, { principal, body, departure }) => {
  const { database, ledger, contents: stored } = gateway;
  const { text, cursor, ...query } = body;
  const selected = boundedSelection(gateway, principal, query);
  const after = cursor === undefined ? undefined : positionOf(cursor);
  await Promise.all([ledger.flush(), stored.flush()]);
  const named = after ? [] : await findNamed(database, selected, text);
  const contents = await searchContents(gateway, { selected, after, text, most: MAX_SEARCHED, departure });
  const found = [...named, ...contents.matches];
  const distinct = found.filter(({ row }, index) => found.findIndex((one) => one.row.id === row.id) === index);
  const rows = distinct.map(({ row }) => row);
  const keys = await keyNames(gateway, principal, rows);
  return {
    data: distinct.map(({ row, foundIn, excerpt }) => ({
      generation: summaryRecord(row, keys),
      found_in: foundIn,
      excerpt,
    })),
    searched: {
      records: contents.records,
      contents: contents.contents,
      is_complete: contents.isComplete,
      oldest: contents.last ? new Date(contents.last.at).toISOString() : null,
    },
    cursor: contents.last && !contents.isComplete ? cursorOf(contents.last) : null,
  };
});

/** Returns rows of which a whole field is the text. */
async function findNamed(database: Database, selected: LedgerSelection, text: string): Promise<Found[]> {
  const found: Found[] = [];
  const { workspaceId, userId, filters } = selected;
  const add = async (field: NamedField, selection: LedgerSelection) => {
    const { embedded } = database;
    const filter: LedgerFilter = { field, operator: "eq", value: text };
    const query = { ...selection, filters: [...selection.filters, filter], limit: MOST_NAMED, timeoutMs: TIMEOUT_MS };
    const { rows } = await database.read((pool) => listGenerations({ pool, embedded }, query));
    found.push(...rows.map((row) => ({ row, foundIn: field, excerpt: null })));
  };
  for (const field of ANY_TIME) await add(field, { workspaceId, userId, filters: [] });
  for (const field of IN_RANGE) await add(field, { ...selected, filters });
  return found;
}
