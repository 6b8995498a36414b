"use client";

import { RangePicker } from "#components/charts/time/range-picker.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { Checklist } from "./checklist.tsx";
import { Figures } from "./figures.tsx";
import { StatusStrip } from "./status-strip.tsx";

/** The home of a workspace: what is wrong, instructions for the first request, then its usage. */
export function Overview() {
  const { currentWorkspace } = useShell();
  return (
    <>
      <PageHeader
        title="Overview"
        description={`Traffic, speed and spend (USD) in ${currentWorkspace.name}`}
        action={<RangePicker />}
      />
      <div className="flex flex-col gap-8">
        <PanelBoundary name="Status">
          <StatusStrip />
        </PanelBoundary>
        <PanelBoundary name="Get started">
          <Checklist />
        </PanelBoundary>
        <PanelBoundary name="Figures">
          <Figures />
        </PanelBoundary>
      </div>
    </>
  );
}
