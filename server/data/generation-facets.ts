import { parameters } from "./analytics-filter.ts";
import { selectWithin } from "./bounded-query.ts";
import type { Database } from "./database.ts";
import { expressionOf, type LedgerField, type LedgerSelection, selectionCondition } from "./generation-filter.ts";

/** A row with several tags counts for each of them. */
export type FacetField = LedgerField | "tag";

/** A value of a field and the number of rows that have it; `distinct`: how many values the field has. */
export type FacetCount = { field: FacetField; value: string | null; count: number; distinct: number };

export type FacetQuery = LedgerSelection & {
  fields: readonly FacetField[];
  /** Values of each field, most frequent first. */
  values: number;
  /** The most rows that are counted, the newest ones. */
  mostRows: number;
};

export type Facets = { counts: FacetCount[]; rows: number; isComplete: boolean; oldestMs: number | null };

/**
 * Counts the values of several fields in one pass over the newest matching rows. The number of counted rows is limited;
 * the rows that do not match are bounded by the time range, and by 10 seconds (408).
 */
export async function countFacets(
  database: Pick<Database, "pool" | "embedded">,
  { fields, values, mostRows, ...selection }: FacetQuery,
): Promise<Facets> {
  const bound = parameters();
  const columns = fields.map((field, index) => `${field === "tag" ? "tags" : expressionOf(field)} as f${index}`);
  const names = fields.flatMap((field, index) => (field === "tag" ? [] : [`f${index}`]));
  // A row of a grouping set has only its own field's value; the other fields are null.
  const number = `case ${names.map((name) => `when grouping(${name}) = 0 then ${name.slice(1)}`).join(" ")} end`;
  const value = `case ${names.map((name) => `when grouping(${name}) = 0 then ${name}`).join(" ")} end`;
  const text = `
    with newest as materialized (
      select created_at, ${columns.join(", ")} from generation
      where ${selectionCondition(selection, bound)}
      order by created_at desc, id desc limit ${bound.add(mostRows + 1)}
    ),
    counted as (select * from newest order by created_at desc limit ${bound.add(mostRows)}),
    grouped as (
      select ${number} as field, ${value} as value, count(*)::int as count
      from counted group by grouping sets (${names.map((name) => `(${name})`).join(", ")})
      ${tagCounts(fields)}
    ),
    ranked as (
      select *, count(*) over (partition by field)::int as distinct_count,
        row_number() over (partition by field order by count desc, value) as place
      from grouped
    )
    select field, value, count, distinct_count, null::float8 as oldest from ranked where place <= ${bound.add(values)}
    union all
    select null, null, (select count(*)::int from newest), 0, (select extract(epoch from min(created_at))::float8 * 1000 from counted)
    order by field, count desc, value`;
  const rows = await selectWithin(database, 10_000, text, bound.values);
  return facetsOf(rows as Row[], fields, mostRows);
}

function tagCounts(fields: readonly FacetField[]): string {
  const index = fields.indexOf("tag");
  if (index < 0) return "";
  return `union all
      select ${index}, tag, count(*)::int from counted left join lateral unnest(f${index}) as tag on true group by tag`;
}

type Row = { field: number | null; value: string | null; count: number; distinct_count: number; oldest: number | null };

function facetsOf(rows: readonly Row[], fields: readonly FacetField[], mostRows: number): Facets {
  const total = rows.find(({ field }) => field === null);
  const counts = rows.flatMap(({ field, value, count, distinct_count: distinct }) => {
    const named = field === null ? undefined : fields[field];
    return named ? [{ field: named, value, count, distinct }] : [];
  });
  const read = total?.count ?? 0;
  return { counts, rows: Math.min(read, mostRows), isComplete: read <= mostRows, oldestMs: total?.oldest ?? null };
}
