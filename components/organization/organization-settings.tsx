"use client";

import { PageHeader } from "#components/ui/page-header.tsx";
import { PanelBoundary } from "#components/ui/panel-boundary.tsx";
import { NamePanel } from "./name-panel.tsx";
import { SignOnPanel } from "./sign-on-panel.tsx";

/** What holds for the whole organization. */
export function OrganizationSettings() {
  return (
    <>
      <PageHeader title="Organization settings" description="They hold for every workspace and everyone in it." />
      <div className="flex max-w-180 flex-col gap-6">
        <NamePanel />
        <PanelBoundary name="Single sign-on">
          <SignOnPanel />
        </PanelBoundary>
      </div>
    </>
  );
}
