"use client";

import { useQuery } from "@tanstack/react-query";
import { usePermission } from "#components/shell/use-permission.ts";
import { Money } from "#components/ui/display/money.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { query } from "#lib/api/query.ts";
import { queryAnalytics } from "#lib/contract/analytics.ts";
import { formatCount } from "#lib/format.ts";
import type { Key } from "./key-status.tsx";

const MOST_MODELS = 3;

/** Recent use of a key, to show who would be affected: how often, for what, and when last. */
export function KeyUseFacts({ record }: { record: Key }) {
  const calls = useCalls(record);
  const today = record.usage_daily + record.byok_usage_daily;
  const week = record.usage_weekly + record.byok_usage_weekly;
  const spent = record.usage + record.byok_usage;
  if (!record.last_used_at && spent === 0) return <p>This key has never been used.</p>;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-ink [&_dt]:text-muted">
      <dt>Last used</dt>
      <dd>
        <Time value={record.last_used_at} unknown="unknown" />
      </dd>
      {calls && (
        <>
          <dt>Requests in 24 h</dt>
          <dd>{formatCount(calls.requests)}</dd>
          {calls.models !== "" && (
            <>
              <dt>Models in 24 h</dt>
              <dd className="min-w-0 break-words">{calls.models}</dd>
            </>
          )}
        </>
      )}
      <dt>Spend today</dt>
      <dd>
        <Money usd={today} total />
      </dd>
      <dt>Spend this week</dt>
      <dd>
        <Money usd={week} total />
      </dd>
      <dt>Total spend</dt>
      <dd>
        <Money usd={spent} total />
      </dd>
    </dl>
  );
}

/** Returns the requests of the last 24 hours, if the reader may see them; undefined while loading. */
function useCalls({ hash, is_management_key: manages }: Key): { requests: number; models: string } | undefined {
  const enabled = usePermission(queryAnalytics) && !manages;
  const filters = [{ field: "api_key_hash" as const, operator: "eq" as const, value: hash }];
  const body = { metrics: ["requests" as const], dimensions: ["model" as const], filters };
  const { data } = useQuery({ ...query(queryAnalytics, { body }), enabled });
  if (!data) return undefined;
  const rows = data.data.data.map((row) => ({ model: String(row.model), requests: Number(row.requests) }));
  const models = rows.toSorted((a, b) => b.requests - a.requests).map(({ model }) => model);
  const more = models.length - MOST_MODELS;
  return {
    requests: rows.reduce((sum, row) => sum + row.requests, 0),
    models: `${models.slice(0, MOST_MODELS).join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
  };
}
