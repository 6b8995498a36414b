"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { RangePicker } from "#components/charts/time/range-picker.tsx";
import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { replayGenerations } from "#lib/contract/what-if.ts";
import { type Change, useChange } from "./use-change.ts";
import { WhatIfForm } from "./what-if-form.tsx";
import { WhatIfLimits } from "./what-if-limits.tsx";

// Only after the first replay.
const WhatIfResults = lazy(() => import("./what-if-results.tsx").then((file) => ({ default: file.WhatIfResults })));

type Replay = { key: string; body: Change & { time_range?: { start: string; end: string } } };

/** Repeats the routing decisions of past requests under other settings, and compares the outcomes. */
export function WhatIf() {
  const { change } = useChange();
  const { name, range } = useTimeRange();
  const [replay, setReplay] = useState<Replay>();
  const result = useQuery({
    ...query(replayGenerations, { body: replay?.body ?? {} }),
    enabled: replay !== undefined,
    placeholderData: keepPreviousData,
    // It reads thousands of requests, so only the button repeats it.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, error, isFetching } = result;
  const key = JSON.stringify([change, name, name === "custom" && range]);
  const start = () => {
    const times = range && { start: new Date(range.from).toISOString(), end: new Date(range.to).toISOString() };
    setReplay({ key, body: { ...change, ...(times && { time_range: times }) } });
  };
  return (
    <>
      <PageHeader
        title="What-if"
        description="Replay the routing of past requests under other settings. Nothing is sent to providers."
        action={<RangePicker />}
      />
      <div className="flex flex-col gap-6">
        <WhatIfForm onReplay={start} pending={isFetching} />
        {error && <ApiErrorState title="The requests could not be replayed" result={result} />}
        {!error && data && (
          <Suspense fallback={<ResultsSkeleton />}>
            <WhatIfResults result={data.data} outdated={replay?.key !== key} busy={isFetching} />
          </Suspense>
        )}
        {!data && isFetching && <ResultsSkeleton />}
        <WhatIfLimits />
      </div>
    </>
  );
}

function ResultsSkeleton() {
  return (
    <Loading label="replay" className="flex flex-col gap-4">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-40 w-full" />
    </Loading>
  );
}
