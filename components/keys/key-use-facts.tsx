"use client";

import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Key } from "./key-status.tsx";

/** Who would notice: how much a key was used, and when last. */
export function KeyUseFacts({ record }: { record: Key }) {
  const spent = record.usage + record.byok_usage;
  if (!record.last_used_at && spent === 0) return <p>It has never been used: nothing breaks.</p>;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink [&_dt]:text-muted">
      <dt>Last used</dt>
      <dd>
        <Time value={record.last_used_at} unknown="unknown" />
      </dd>
      <dt>Spend today</dt>
      <dd>
        <Money usd={record.usage_daily + record.byok_usage_daily} />
      </dd>
      <dt>Spend this week</dt>
      <dd>
        <Money usd={record.usage_weekly + record.byok_usage_weekly} />
      </dd>
      <dt>Spend in all</dt>
      <dd>
        <Money usd={spent} />
      </dd>
    </dl>
  );
}
