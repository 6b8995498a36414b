import { ledgerConditionOf, type Parameters } from "./analytics-filter.ts";
import type { Filter } from "./analytics-query.ts";
import { LEDGER_COLUMNS, type LedgerColumn } from "./rollup-grains.ts";
import { countOfOne } from "./rollup-histogram.ts";
import type { Piece } from "./rollup-pieces.ts";
import {
  AMOUNTS,
  FACT_COLUMNS,
  type HistogramColumn,
  MEASURES,
  type SumColumn,
  UNIT_COLUMNS,
} from "./rollup-statement.ts";

type LedgerAsRollup = {
  /** What the roll-ups would be read for: their whole range is read. */
  pieces: readonly Piece[];
  sums: readonly SumColumn[];
  histograms: readonly HistogramColumn[];
  /** Whether the rows are split by tag: a request with several tags has a row for each. */
  splitsTags: boolean;
  /** Filters that the statement applies to the result; those with an index are also applied to the ledger. */
  filters: readonly Filter[];
  /** The placeholder of the workspaces' ids. */
  workspaces: string;
};

/** Returns SQL for ledger rows in the form of roll-up rows with their series' columns. */
export function ledgerAsRollup(
  { pieces, sums, histograms, splitsTags, filters, workspaces }: LedgerAsRollup,
  bound: Parameters,
): string {
  const from = Math.min(...pieces.map((piece) => piece.from));
  const to = Math.max(...pieces.map((piece) => piece.to));
  const amounts = sums.map((column) => `${AMOUNTS[column]} as ${column}`);
  const times = histograms.map((column) => `array_remove(array[${countOfOne(MEASURES[column])}], null) as ${column}`);
  // Reading the usage takes half of the time.
  const readsUsage = amounts.some((amount) => amount.includes("unit."));
  return `
    select created_at as bucket, workspace_id, ${FACT_COLUMNS}, ${LEDGER_COLUMNS.filter((column) => column !== "tag")
      .map(textOf)
      .join(", ")},
      tags, ${splitsTags ? "tag" : "null as tag"},
      ${[...amounts, ...times].join(",\n      ")}
    from generation ${readsUsage ? `cross join lateral jsonb_to_record(usage) as unit (${UNIT_COLUMNS})` : ""}
      ${splitsTags ? "left join lateral unnest(tags) as tag on true" : ""}
    where workspace_id = any(${workspaces}::uuid[])
      and created_at >= ${bound.add(new Date(from))} and created_at < ${bound.add(new Date(to))}
      ${filters
        .flatMap((filter) => ledgerConditionOf(filter, bound) ?? [])
        .map((condition) => `and ${condition}`)
        .join(" ")}`;
}

/** The statement uses these two characters for groups without a value. */
const textOf = (column: LedgerColumn) => `ltrim(${column}, E'\\x01\\x02') as ${column}`;
