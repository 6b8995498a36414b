"use client";

import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { RoleNote } from "#components/ui/feedback/role-note.tsx";
import { updateOrganization } from "#lib/contract/organization.ts";
import { ConfigurationPanel } from "./configuration-panel.tsx";
import { NamePanel } from "./name-panel.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { SignOnPanel } from "./sign-on-panel.tsx";

/** Settings of the whole organization. */
export function OrganizationSettings() {
  const mayRename = usePermission(updateOrganization);
  return (
    <>
      <PageHeader title="Organization settings" description="These apply to every workspace and member." />
      <div className="flex max-w-180 flex-col gap-6">
        {!mayRename && <RoleNote>Only owners and admins can see and change these settings.</RoleNote>}
        {mayRename && (
          <>
            <NamePanel />
            <PanelBoundary name="Second factor">
              <SecondFactorPanel />
            </PanelBoundary>
            <PanelBoundary name="Single sign-on">
              <SignOnPanel />
            </PanelBoundary>
            <PanelBoundary name="Configuration document">
              <ConfigurationPanel />
            </PanelBoundary>
          </>
        )}
      </div>
    </>
  );
}
