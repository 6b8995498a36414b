"use client";

import { lazy, Suspense, useState } from "react";
import { RangePicker } from "#components/charts/time/range-picker.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { cn } from "#lib/cn.ts";
import { FacetsSkeleton } from "./facets/facets-skeleton.tsx";
import { LogFilterBar } from "./filters/log-filter-bar.tsx";
import { LogHistogram } from "./histogram/log-histogram.tsx";
import { LIST_NAMES, ListSwitch } from "./list-switch.tsx";
import { LiveAnnouncer, LiveSwitch, NewRequests } from "./live/live-controls.tsx";
import { LogExport } from "./log-export.tsx";
import { SearchForm } from "./search/search-form.tsx";
import { ColumnPicker } from "./table/column-picker.tsx";
import { LogTable, LogTableSkeleton } from "./table/log-table.tsx";
import { RowPages } from "./table/row-pages.tsx";
import { useLogSelection } from "./use-log-selection.ts";
import { useLogView } from "./use-log-view.ts";
import { useLogs } from "./use-logs.ts";
import { ViewMenu } from "./views/view-menu.tsx";

const LogFacets = lazy(() => import("./facets/log-facets.tsx").then((module) => ({ default: module.LogFacets })));
const SearchResults = lazy(() =>
  import("./search/search-results.tsx").then((module) => ({ default: module.SearchResults })),
);
const SessionList = lazy(() =>
  import("./sessions/session-list.tsx").then((module) => ({ default: module.SessionList })),
);
const AttemptList = lazy(() =>
  import("./attempts/attempt-list.tsx").then((module) => ({ default: module.AttemptList })),
);
const SessionTimeline = lazy(() =>
  import("./sessions/session-timeline.tsx").then((module) => ({ default: module.SessionTimeline })),
);
const NoRequests = lazy(() => import("./no-requests.tsx").then((module) => ({ default: module.NoRequests })));
const logPeek = lazyLayer(() => import("./panel/log-peek.tsx").then(({ LogPeek }) => LogPeek));

/** The workspace's requests, one per row, by session, or one session. */
export function LogList() {
  const { view } = useLogView();
  return (
    <>
      {view.timeline === null ? (
        <Lists />
      ) : (
        <Suspense fallback={<LogTableSkeleton />}>
          <SessionTimeline sessionId={view.timeline} />
        </Suspense>
      )}
      <LazyContent layer={logPeek} props={{ open: view.peek !== null }} />
    </>
  );
}

function Lists() {
  const { view } = useLogView();
  const selected = useLogSelection();
  // Not in the address, which may be logged: the text may be part of a prompt.
  const [searched, setSearched] = useState("");
  return (
    <>
      <PageHeader
        title="Logs"
        description={DESCRIPTIONS[view.list]}
        action={
          <div className="flex flex-wrap items-center gap-2">
            <ViewMenu />
            <RangePicker />
          </div>
        }
      />
      <div className="flex flex-col gap-3">
        <ListSwitch />
        <LogFilterBar search={<SearchForm text={searched} onSearch={setSearched} />} />
        <h2 className="sr-only">{LIST_NAMES[view.list]}</h2>
        <PanelBoundary name="Requests over time">
          <LogHistogram selection={selected.selection} />
        </PanelBoundary>
        {view.facets === "open" && (
          <PanelBoundary name="Facets">
            <Suspense fallback={<FacetsSkeleton />}>
              <LogFacets selection={selected.selection} />
            </Suspense>
          </PanelBoundary>
        )}
        {searched === "" ? (
          <Results selected={selected} />
        ) : (
          <SearchResults text={searched} selection={selected.selection} onClear={() => setSearched("")} />
        )}
      </div>
    </>
  );
}

const DESCRIPTIONS = {
  requests: "All requests, newest first",
  sessions: "Requests with a session ID, by session, latest first",
  attempts: "Attempts at providers, newest request first",
} as const;

function Results({ selected }: { selected: ReturnType<typeof useLogSelection> }) {
  const { view } = useLogView();
  if (view.list === "requests") return <LogResults selected={selected} />;
  return (
    <Suspense fallback={<LogTableSkeleton />}>
      {view.list === "sessions" ? (
        <SessionList selection={selected.selection} />
      ) : (
        <AttemptList selection={selected.selection} />
      )}
    </Suspense>
  );
}

function LogResults({ selected }: { selected: ReturnType<typeof useLogSelection> }) {
  const { pages, rows, tail } = useLogs(selected);
  return (
    <RowPages
      noun="requests"
      pages={pages}
      rows={rows.length}
      skeleton={<LogTableSkeleton />}
      empty={
        <Suspense fallback={<LogTableSkeleton />}>
          <NoRequests />
        </Suspense>
      }
    >
      <div className="flex items-center gap-2">
        {selected.canFollow && <LiveSwitch />}
        <span className="flex-1" />
        <ColumnPicker />
        <LogExport selection={selected.selection} />
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
    </RowPages>
  );
}
