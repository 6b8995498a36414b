"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Money } from "#components/ui/display/money.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Meter } from "#components/ui/feedback/meter.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { getCredits } from "#lib/contract/credits.ts";
import { formatUsdTotal } from "#lib/format.ts";

/** The remaining credits, or a note that spending is not prepaid. */
export function Balance() {
  const result = useQuery(query(getCredits));
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The credits could not be loaded" result={result} />;
  }
  return (
    <Panel title="Balance" description="USD, for requests that use system credentials">
      {!data ? (
        <Loading label="balance" className="flex flex-col gap-3">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-1.5 w-full" />
          <Skeleton className="w-64" />
        </Loading>
      ) : data.data.is_unlimited ? (
        <NotPrepaid usage={data.data.total_usage} />
      ) : (
        <Prepaid granted={data.data.total_credits} usage={data.data.total_usage} />
      )}
    </Panel>
  );
}

function NotPrepaid({ usage }: { usage: number }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-2xl">
        <Money usd={usage} total /> <span className="text-base text-muted">spent in total</span>
      </p>
      <p className="max-w-[65ch] text-sm">
        Spending is not prepaid: only key limits, guardrail limits and workspace budgets apply. After the first grant,
        requests that exceed the balance are rejected with 402.
      </p>
    </div>
  );
}

function Prepaid({ granted, usage }: { granted: number; usage: number }) {
  const left = granted - usage;
  const text = `${formatUsdTotal(usage)} of ${formatUsdTotal(granted)} used`;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-2xl">
        <Money usd={left} total /> <span className="text-base text-muted">left</span>
      </p>
      <Meter label="Credits used" used={usage} limit={granted} text={text} />
      <p className="text-muted text-sm">{text}</p>
      {left <= 0 && (
        <p className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          Requests that use system credentials are rejected with 402 until you grant credits.
        </p>
      )}
    </div>
  );
}
