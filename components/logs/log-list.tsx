"use client";

import { RangePicker } from "#components/charts/time/range-picker.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { cn } from "#lib/cn.ts";
import { formatCount } from "#lib/format.ts";
import { curlSample, KEY_PLACEHOLDER } from "#lib/request-samples.ts";
import { LiveAnnouncer, LiveSwitch, NewRequests } from "./live/live-controls.tsx";
import { LogExport } from "./log-export.tsx";
import { LogFilterBar, logChips } from "./log-filter-bar.tsx";
import { LogTable, LogTableSkeleton } from "./log-table.tsx";
import { useLogView } from "./use-log-view.ts";
import { useLogs } from "./use-logs.ts";

const logPeek = lazyLayer(() => import("./panel/log-peek.tsx").then(({ LogPeek }) => LogPeek));

/** The workspace's calls, one per row. */
export function LogList() {
  const { view } = useLogView();
  return (
    <>
      <PageHeader title="Logs" description="All requests, newest first" action={<RangePicker />} />
      <div className="flex flex-col gap-3">
        <LogFilterBar />
        <LogResults />
      </div>
      <LazyContent layer={logPeek} props={{ open: view.peek !== null }} />
    </>
  );
}

function LogResults() {
  const { baseUrl = "" } = useShell();
  const { view, narrow, clear } = useLogView();
  const { pages, rows, tail, canFollow, selection } = useLogs();
  if (pages.error && !pages.data) {
    return (
      <ApiErrorState
        title="The logs could not be loaded"
        error={pages.error}
        onRetry={pages.refetch}
        retrying={pages.isFetching}
      />
    );
  }
  if (!pages.data) return <LogTableSkeleton />;
  const chips = logChips(view, narrow);
  if (rows.length === 0) {
    return chips.length > 0 ? (
      <EmptyState
        sentence="No requests match in this time range."
        action={<FilterChips chips={chips} onClear={clear} />}
      />
    ) : (
      <EmptyState
        sentence="No requests in this time range. A request appears here as soon as it finishes."
        code={curlSample({ baseUrl, model: "local/echo", key: KEY_PLACEHOLDER })}
        codeLabel="First request"
      />
    );
  }
  return (
    <>
      <div className="flex items-center gap-2">
        {canFollow && <LiveSwitch />}
        <span className="flex-1" />
        <LogExport selection={selection} />
      </div>
      <LiveAnnouncer total={tail.found.length} isFollowing={tail.isFollowing} />
      <div>
        <NewRequests waiting={tail.waiting} isCut={tail.isCut} onShow={tail.show} />
        <div ref={tail.topMark} />
        {/* Without scroll anchoring, rows that are added do not move the page. */}
        <div className={cn(tail.isFollowing && "[overflow-anchor:none]")}>
          <LogTable rows={rows} busy={pages.isPlaceholderData} />
        </div>
      </div>
      {pages.hasNextPage ? (
        <Button className="self-center" pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Load older
        </Button>
      ) : (
        <p className="text-center text-muted text-xs">
          {formatCount(rows.length)} requests. No older requests in this range.
        </p>
      )}
    </>
  );
}
