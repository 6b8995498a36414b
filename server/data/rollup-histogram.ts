/** A bin's upper bound is this multiple of its lower one; the first bin ends at this many milliseconds. */
const GROWTH = 1.08;

/** The maximum relative error of a percentile: half a bin. */
export const PERCENTILE_ERROR = Math.sqrt(GROWTH) - 1;

/** Returns a histogram of one value in milliseconds, as `bin << 40 | 1`. */
export function countOfOne(column: string): string {
  return `case when ${column} is not null
    then (floor(ln(greatest(${column}, 1)) / ${Math.log(GROWTH)})::bigint << 40) + 1 end`;
}

export const BIN_OF = (entry: string) => `(${entry} >> 40)`;
export const COUNT_OF = (entry: string) => `(${entry} & 1099511627775)`;

/** The (geometric) middle of a bin, in milliseconds. */
export const VALUE_OF = (bin: string) => `(${GROWTH}::float8 ^ (${bin} + 0.5))`;

// Appending costs a tenth of merging, and readers add up by bin anyway.
const LONGEST = 96;

/** Merges a histogram's duplicate bins if it has grown long; otherwise returns it unchanged. */
export function compactHistogram(entries: string): string {
  const bins = `select ${BIN_OF("entry")} as bin, sum(${COUNT_OF("entry")})::bigint as count from unnest(${entries}) as entry group by 1`;
  return `case when cardinality(${entries}) <= ${LONGEST} then ${entries}
    else (select array_agg((bin << 40) + count) from (${bins}) as bins) end`;
}

/** Subtracts a histogram from one that contains it. */
export function subtractHistogram(entries: string, taken: string): string {
  const counts = `select ${BIN_OF("entry")} as bin, ${COUNT_OF("entry")} as count from unnest(${entries}) as entry
    union all select ${BIN_OF("entry")}, -${COUNT_OF("entry")} from unnest(${taken}) as entry`;
  const bins = `select bin, sum(count)::bigint as count from (${counts}) as counts group by 1`;
  return `coalesce((select array_agg((bin << 40) + count) from (${bins}) as bins where count > 0), '{}')`;
}
