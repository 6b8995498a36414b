import type { ReactNode } from "react";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { cn } from "#lib/cn.ts";
import { formatCount, formatPercent, formatUsd } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { MovedRequests } from "./moved-requests.tsx";
import type { Result } from "./use-change.ts";

type WhatIfResultsProps = { result: Result; outdated: boolean; busy: boolean };

/** What the change would have done: figures before and after, requests by provider, and those that would have moved. */
export function WhatIfResults({ result, outdated, busy }: WhatIfResultsProps) {
  const { requests, reproduced, changed, unserved, unpriced } = result;
  if (requests === 0) return <EmptyState sentence="No request in this range has a recorded routing decision." />;
  return (
    <section
      aria-label="Result"
      aria-busy={busy || undefined}
      className={cn("flex flex-col gap-6", busy && "opacity-60")}
    >
      <div role="status" className="flex flex-col gap-1 text-sm">
        <p className="font-medium text-base">
          {formatCount(changed)} of {formatCount(requests)} requests would try another model endpoint first
          {unserved > 0 && `, and ${formatCount(unserved)} would have no candidate left`}.
        </p>
        <p className="text-muted">
          Without the change, the replay repeats {formatCount(reproduced)} of {formatCount(requests)} decisions exactly.
          {!result.is_complete && ` The range has more requests: these are the latest ${formatCount(requests)}.`}
        </p>
        {outdated && <p className="text-warn">The settings changed. Replay again to update the result.</p>}
      </div>
      <dl className="grid gap-x-6 gap-y-5 border-y py-5 md:grid-cols-3">
        <Figure name="Cost" {...result.cost_usd} format={formatUsd}>
          {unpriced > 0
            ? `${formatCount(unpriced)} requests without a price are left out`
            : "Same tokens, other prices"}
        </Figure>
        <Figure name="Median time to first content" {...result.latency_ms} format={formatDuration}>
          Averaged over the requests where both are known
        </Figure>
        <Figure name="Expected failures" {...result.failure_rate} format={(rate) => formatPercent(rate)}>
          Of first attempts; requests without a candidate fail
        </Figure>
      </dl>
      <Providers providers={result.providers} />
      {result.examples.length > 0 && <MovedRequests result={result} />}
    </section>
  );
}

type FigureProps = {
  name: string;
  before: number | null;
  after: number | null;
  format: (value: number | null) => string;
  children: ReactNode;
};

function Figure({ name, before, after, format, children }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl">{format(after)}</span>
        <span className="text-muted text-sm">
          was {format(before)}
          {before && after !== null ? `, ${changeOf(before, after)}` : ""}
        </span>
      </dd>
      <dd className="text-muted text-xs">{children}</dd>
    </div>
  );
}

function changeOf(before: number, after: number): string {
  const change = after / before - 1;
  if (Math.abs(change) < 0.0005) return "no change";
  return `${change > 0 ? "+" : ""}${formatPercent(change, 1)}`;
}

function Providers({ providers }: Pick<Result, "providers">) {
  return (
    <div className="flex flex-col gap-2">
      <h2 className="font-medium text-base">Requests by the provider tried first</h2>
      <Table caption="Requests by the provider tried first">
        <TableHead>
          <TableHeader>Provider</TableHeader>
          <TableHeader numeric>Recorded</TableHeader>
          <TableHeader numeric>With the change</TableHeader>
        </TableHead>
        <TableBody>
          {providers.map(({ provider_name: name, before, after }) => (
            <TableRow key={name}>
              <TableCell line="first">{name}</TableCell>
              <TableCell numeric>
                {formatCount(before)}
                <span className="md:hidden"> recorded</span>
              </TableCell>
              <TableCell numeric>
                {formatCount(after)}
                <span className="md:hidden"> with the change</span>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
