"use client";

import { lazy, Suspense } from "react";
import { ChartCursor } from "#components/charts/cursor.tsx";
import { RangePicker } from "#components/charts/time/range-picker.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { TabPanel, Tabs } from "#components/ui/display/tabs.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { ExploreSkeleton } from "./explore-skeleton.tsx";
import { Trends } from "./trends.tsx";

// Loaded on demand: it is in the second tab, and needs the names of people and keys.
const Explore = lazy(() => import("./explore.tsx").then((file) => ({ default: file.Explore })));

const TABS = [
  { value: "trends", label: "Trends" },
  { value: "explore", label: "Explore" },
] as const;

/** Shows the workspace's requests over time: the most common charts, and any metric by any dimension. */
export function Activity() {
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(["trends", "explore"]).withDefault("trends"));
  return (
    <>
      <PageHeader
        title="Activity"
        description="Usage over time. Individual requests are in Logs."
        action={<RangePicker />}
      />
      <Tabs label="Activity views" tabs={TABS} value={tab} onValueChange={(next) => void setTab(next)}>
        <ChartCursor>
          <TabPanel value="trends">
            <PanelBoundary name="Trends">
              <Trends />
            </PanelBoundary>
          </TabPanel>
          <TabPanel value="explore">
            <PanelBoundary name="Explore">
              <Suspense fallback={<ExploreSkeleton />}>
                <Explore />
              </Suspense>
            </PanelBoundary>
          </TabPanel>
        </ChartCursor>
      </Tabs>
    </>
  );
}
