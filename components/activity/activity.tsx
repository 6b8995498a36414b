"use client";

import { lazy, Suspense } from "react";
import { ChartCursor } from "#components/charts/cursor.tsx";
import { RangePicker } from "#components/charts/time/range-picker.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { TabPanel, Tabs } from "#components/ui/display/tabs.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { listGuardrailHits } from "#lib/contract/guardrail-hits.ts";
import { ExploreSkeleton } from "./explore-skeleton.tsx";
import { Trends } from "./trends.tsx";

// Loaded on demand: it is in the second tab, and needs the names of people and keys.
const Explore = lazy(() => import("./explore.tsx").then((file) => ({ default: file.Explore })));

const GuardrailFindings = lazy(() => import("./guardrails.tsx").then((file) => ({ default: file.GuardrailFindings })));

const TABS = [
  { value: "trends", label: "Trends" },
  { value: "explore", label: "Explore" },
  { value: "guardrails", label: "Guardrails" },
] as const;

/**
 * Shows the workspace's requests over time: the most common charts, any metric by any dimension, and what guardrails
 * found.
 */
export function Activity() {
  const parser = parseAsStringLiteral(["trends", "explore", "guardrails"]).withDefault("trends");
  const [chosen, setTab] = useQueryState("tab", parser);
  const seesFindings = usePermission(listGuardrailHits);
  const tab = chosen === "guardrails" && !seesFindings ? "trends" : chosen;
  const tabs = TABS.filter(({ value }) => value !== "guardrails" || seesFindings);
  return (
    <>
      <PageHeader
        title="Activity"
        description="Usage over time. Individual requests are in Logs."
        action={<RangePicker />}
      />
      <Tabs label="Activity views" tabs={tabs} value={tab} onValueChange={(next) => void setTab(next)}>
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
          <TabPanel value="guardrails">
            <PanelBoundary name="Guardrails">
              <Suspense fallback={<ExploreSkeleton />}>
                <GuardrailFindings />
              </Suspense>
            </PanelBoundary>
          </TabPanel>
        </ChartCursor>
      </Tabs>
    </>
  );
}
