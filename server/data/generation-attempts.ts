import { parameters } from "./analytics-filter.ts";
import { selectWithin } from "./bounded-query.ts";
import type { Database } from "./database.ts";
import { type LedgerSelection, selectionCondition } from "./generation-filter.ts";
import type { ListPosition } from "./generation-list.ts";
import { STATUS_CLASS } from "./rollup-statement.ts";

export type AttemptPosition = ListPosition & { number: number };

export type AttemptQuery = LedgerSelection & {
  provider?: string | undefined;
  outcome?: string | undefined;
  after?: AttemptPosition | undefined;
  limit: number;
};

/** One attempt of a request. `line` is as the ledger stores it, `steps` are those of the request. */
export type ListedAttempt = AttemptPosition & {
  attempts: number;
  line: unknown;
  lines: unknown;
  steps: unknown;
  requestedModel: string;
  statusClass: string;
  costNanoUsd: number;
  /** The cost of the partial response that the attempt ended with, which another attempt continued. */
  partialNanoUsd: number | null;
};

/**
 * Returns a page of the attempts of matching rows, newest first. A partial response has a row of its own
 * (`<id>-<attempt>`), whose attempts are also those of the whole request: it is left out. Throws 408 after 10 seconds.
 */
export async function listAttempts(
  database: Pick<Database, "pool" | "embedded">,
  { provider, outcome, after, limit, ...selection }: AttemptQuery,
): Promise<ListedAttempt[]> {
  const bound = parameters();
  const wanted = [
    ...(provider === undefined ? [] : [`line->>'provider' = ${bound.add(provider)}`]),
    ...(outcome === undefined ? [] : [`${OUTCOME} = ${bound.add(outcome)}`]),
  ];
  const place = after && `${bound.add(after.at)}::timestamptz, ${bound.add(after.id)}`;
  const follows = after && `(created_at, id, number) < (${place}, ${bound.add(after.number)}::int)`;
  const rows = [
    selectionCondition(selection, bound),
    ...(place ? [`(created_at, id) <= (${place})`] : []),
    `exists (select from jsonb_array_elements(attempts) as one (line) where ${["true", ...wanted].join(" and ")})`,
    IS_WHOLE,
  ];
  // Each row has a wanted attempt, except the first, whose attempts may be on the page before.
  const text = `
    with call as materialized (
      select *, ${STATUS_CLASS} as status_class from generation where ${rows.join(" and ")}
      order by created_at desc, id desc limit ${bound.add(limit + 1)}
    ),
    page as (
      select created_at, id, number::int as number, line, attempts, steps, requested_model, status_class, cost_nano_usd
      from call cross join lateral jsonb_array_elements(attempts) with ordinality as one (line, number)
      where ${["true", ...wanted, ...(follows ? [follows] : [])].join(" and ")}
      order by created_at desc, id desc, number desc limit ${bound.add(limit)}
    )
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id, number, line,
      attempts as lines, jsonb_array_length(attempts) as attempts, steps, requested_model as "requestedModel",
      status_class as "statusClass", cost_nano_usd as "costNanoUsd",
      case when number < jsonb_array_length(attempts) then (
        select cost_nano_usd from generation as part
        where part.id = page.id || '-' || page.number and part.created_at = page.created_at
      ) end as "partialNanoUsd"
    from page order by created_at desc, id desc, number desc`;
  return (await selectWithin(database, 10_000, text, bound.values)) as ListedAttempt[];
}

const OUTCOME = `case
  when (line->>'status')::int = 429 then '429'
  when (line->>'status')::int >= 500 then '5xx'
  when (line->>'status')::int >= 400 then '4xx'
  else 'ok' end`;

const IS_WHOLE = `not (id ~ '-[0-9]{1,3}$' and exists (
  select from generation as whole
  where whole.id = regexp_replace(generation.id, '-[0-9]+$', '') and whole.created_at = generation.created_at
))`;
