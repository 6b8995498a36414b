import { QUEUE_EVENTS } from "./destination-queue.ts";
import { BYOK_OF_ROW } from "./generations.ts";
import { DIMENSION_COLUMNS, GRAINS, type Grain } from "./rollup-grains.ts";
import { compactHistogram, countOfOne } from "./rollup-histogram.ts";
import { ADD_HITS } from "./rollup-hits.ts";

/**
 * The sums of a roll-up row, and the amount that a ledger row, with its usage as `unit`, adds to each. A rejected
 * request counts only in `rejected`: it reached no provider, so it says nothing about their speed and failures.
 */
export const AMOUNTS = {
  requests: "case when rejection is null then 1 else 0 end",
  rejected: "coalesce(rejected_requests, 0)",
  cost_nano_usd: `cost_nano_usd - ${BYOK_OF_ROW}`,
  byok_nano_usd: BYOK_OF_ROW,
  tokens_prompt: sumTokens(
    ...["input", "cache_read", "cache_read_audio", "cache_write", "cache_write_1h", "input_audio", "input_image"],
  ),
  tokens_completion: sumTokens("output", "output_audio", "output_image"),
  tokens_cached: sumTokens("cache_read", "cache_read_audio"),
  tokens_cache_write: sumTokens("cache_write", "cache_write_1h"),
  tokens_reasoning: sumTokens("reasoning"),
  tokens_audio: sumTokens("input_audio", "cache_read_audio", "output_audio"),
  tokens_image: sumTokens("input_image", "output_image"),
  images: "coalesce(unit.images, 0)",
  characters: "coalesce(unit.characters, 0)",
  searches: "coalesce(unit.web_searches, 0) + coalesce(unit.file_searches, 0) + coalesce(unit.search_units, 0)",
  seconds: "coalesce(unit.seconds, 0)",
  total_ms: "case when rejection is null then total_ms else 0 end",
  first_token_ms: "coalesce(first_token_ms, 0)",
  first_tokens: "case when first_token_ms is null then 0 else 1 end",
  writing_ms: "case when first_token_ms is null then 0 else total_ms - first_token_ms end",
  written_tokens: `case when first_token_ms is null then 0 else ${sumTokens("output", "output_audio", "output_image")} end`,
} as const;

export type SumColumn = keyof typeof AMOUNTS;
export const SUM_COLUMNS = Object.keys(AMOUNTS) as SumColumn[];

/** The milliseconds that a ledger row adds to each histogram; null: none. */
export const MEASURES = {
  total_histogram: "case when rejection is null then total_ms end",
  first_token_histogram: "first_token_ms",
} as const;
export type HistogramColumn = keyof typeof MEASURES;
export const HISTOGRAM_COLUMNS = Object.keys(MEASURES) as HistogramColumn[];

const UNITS = [
  ...["input", "cache_read", "cache_write", "cache_write_1h", "input_audio", "input_image", "output", "output_audio"],
  ...["output_image", "reasoning", "cache_read_audio"],
]
  .map((name) => `${name}_tokens`)
  .concat("images", "characters", "web_searches", "file_searches", "search_units", "seconds");
/** The usage of a ledger row as a record. */
export const UNIT_COLUMNS = UNITS.map((unit) => `${unit} float8`).join(", ");

/** Outcome of a ledger row, as a dimension. */
export const STATUS_CLASS = `case
  when rejection is not null then 'rejected'
  when cancelled then 'cancelled'
  when status = 429 then '429'
  when status >= 500 then '5xx'
  when status >= 400 then '4xx'
  when error is not null then 'cut'
  else 'ok' end`;

// Anyone with a key can send requests for any number of models that do not exist.
const MODEL = "case when rejection is null then coalesce(model, requested_model) end";

/** The columns of a series, from a ledger row. */
export const FACT_COLUMNS = `key_hash, user_id, ${MODEL} as model, model_endpoint, provider, operation,
      status, ${STATUS_CLASS} as status_class, is_byok, finish, streamed, rejection`;

const DIMENSIONS = DIMENSION_COLUMNS.join(", ");
const VALUES = [...SUM_COLUMNS, ...HISTOGRAM_COLUMNS].join(", ");
const COARSE = ["hour", "day"] as const;
const LEVELS = COARSE.flatMap((span) => (Object.keys(GRAINS) as Grain[]).map((grain) => ({ span, grain })));
/** The columns that identify a roll-up row. */
export const ROLLUP_KEY = "grain, span, workspace_id, bucket, series_id";

// A longer statement would block the embedded database for too long.
const ROWS_AT_ONCE = 20_000;
const LINES_AT_ONCE = 400;

const OLDEST_LINES = `
  select id from (
    select id, sum(cardinality(generation_ids)) over (order by id) - cardinality(generation_ids) as rows_before
    from (select * from rollup_queue order by id limit ${LINES_AT_ONCE}) as oldest
  ) as line where rows_before < ${ROWS_AT_ONCE}`;

/**
 * Parts of a statement: the roll-up rows of every level that the ledger rows of `taken` (generation_ids, created_ats)
 * form.
 */
export const ROLLUP_ROWS = `
  fact as (
    select date_trunc('minute', created_at, 'UTC') as at_minute,
      workspace_id, ${FACT_COLUMNS},
      ${SUM_COLUMNS.map((column) => `${AMOUNTS[column]} as ${column}`).join(",\n      ")},
      ${HISTOGRAM_COLUMNS.map((column) => `${countOfOne(MEASURES[column])} as ${column}`).join(",\n      ")}
    from taken
      cross join lateral unnest(generation_ids, created_ats) as queued (id, created_at)
      join generation using (id, created_at)
      cross join lateral jsonb_to_record(usage) as unit (${UNIT_COLUMNS})
  ),
  minute as materialized (
    select at_minute, workspace_id, ${DIMENSIONS},
      ${SUM_COLUMNS.map((column) => `sum(${column}) as ${column}`).join(", ")},
      ${HISTOGRAM_COLUMNS.map((column) => `array_remove(array_agg(${column}), null) as ${column}`).join(", ")}
    from fact
    group by at_minute, workspace_id, ${DIMENSIONS}
  ),
  coarse as (
    select ${levelOf("grain")} as grain, ${levelOf("span")} as span,
      ${caseOf((level) => `at_${level.span}`)} as bucket, workspace_id, ${DIMENSIONS},
      ${SUM_COLUMNS.map((column) => `sum(${column}) as ${column}`).join(", ")},
      ${HISTOGRAM_COLUMNS.map((column) => `array_concat_agg(${column}) as ${column}`).join(", ")}
    from (
      select *, date_trunc('hour', at_minute, 'UTC') as at_hour, date_trunc('day', at_minute, 'UTC') as at_day from minute
    ) as minute
    group by grouping sets (${LEVELS.map((level) => `(${groupedBy(level).join(", ")})`).join(", ")})
  ),
  summed as (
    select 'full' as grain, 'minute' as span, at_minute as bucket, workspace_id, ${DIMENSIONS}, ${VALUES} from minute
    union all select * from coarse
  ),
  added as materialized (
    select *, md5(row(grain, workspace_id, ${DIMENSION_COLUMNS.join(", ")})::text)::uuid as series_id from summed
  )`;

/**
 * Takes the oldest lines off the queue, adds their ledger rows to the roll-ups of every level and queues them for
 * destinations, in one statement: all of it or nothing. A row that retention has dropped meanwhile is not counted.
 */
export const ADD_TO_ROLLUPS = `
  with taken as (
    delete from rollup_queue where id in (${OLDEST_LINES})
    returning generation_ids, created_ats
  ),
  ${ROLLUP_ROWS},
  named as (
    insert into rollup_series (id, workspace_id, ${DIMENSION_COLUMNS.join(", ")})
    select distinct series_id, workspace_id::text, ${DIMENSION_COLUMNS.map((column) => (column === "user_id" ? "user_id::text" : column)).join(", ")}
    from added
    on conflict do nothing
  ),
  hit as (${ADD_HITS}),
  sent as (${QUEUE_EVENTS})
  insert into rollup (${ROLLUP_KEY}, ${[...SUM_COLUMNS, ...HISTOGRAM_COLUMNS].join(", ")})
  select ${ROLLUP_KEY}, ${SUM_COLUMNS.join(", ")}, ${HISTOGRAM_COLUMNS.map(compactHistogram).join(", ")}
  from added
  on conflict (${ROLLUP_KEY}) do update set
    ${SUM_COLUMNS.map((column) => `${column} = rollup.${column} + excluded.${column}`).join(",\n    ")},
    ${HISTOGRAM_COLUMNS.map((column) => `${column} = ${compactHistogram(`(rollup.${column} || excluded.${column})`)}`).join(",\n    ")}`;

function sumTokens(...units: string[]): string {
  return units.map((unit) => `coalesce(unit.${unit}_tokens, 0)`).join(" + ");
}

type Level = { span: (typeof COARSE)[number]; grain: Grain };

function groupedBy({ span, grain }: Level): string[] {
  return [`at_${span}`, "workspace_id", ...GRAINS[grain]];
}

/** Returns the level of a grouped row, determined by the columns it is not grouped by. */
function caseOf(value: (level: Level) => string): string {
  const columns = [...COARSE.map((span) => `at_${span}`), ...DIMENSION_COLUMNS];
  const branches = LEVELS.map((level) => {
    const grouped = groupedBy(level);
    const mask = columns.map((column) => (grouped.includes(column) ? "0" : "1")).join("");
    return `when ${Number.parseInt(mask, 2)} then ${value(level)}`;
  });
  return `case grouping(${columns.join(", ")}) ${branches.join(" ")} end`;
}

function levelOf(part: "grain" | "span"): string {
  return caseOf((level) => `'${level[part]}'`);
}
