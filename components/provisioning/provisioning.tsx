"use client";

import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { RoleNote } from "#components/ui/feedback/role-note.tsx";
import { listScimTokens } from "#lib/contract/scim-tokens.ts";
import { JoinPanel } from "./join-panel.tsx";
import { MappingPanel } from "./mapping-panel.tsx";
import { TokenPanel } from "./token-panel.tsx";

/** How a directory and single sign-on create members, and what they give them. */
export function Provisioning() {
  const maySee = usePermission(listScimTokens);
  return (
    <>
      <PageHeader title="Provisioning" description="Create and deactivate members from a directory." />
      <div className="flex max-w-180 flex-col gap-6">
        {!maySee && <RoleNote>Only owners and admins can see and change these settings.</RoleNote>}
        {maySee && (
          <>
            <PanelBoundary name="SCIM">
              <TokenPanel />
            </PanelBoundary>
            <PanelBoundary name="Group mappings">
              <MappingPanel />
            </PanelBoundary>
            <PanelBoundary name="Just-in-time provisioning">
              <JoinPanel />
            </PanelBoundary>
          </>
        )}
      </div>
    </>
  );
}
