"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { RoleNote } from "#components/ui/feedback/role-note.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { LowerPart } from "#components/ui/overlays/lower-part.tsx";
import { query } from "#lib/api/query.ts";
import { listWorkspaceMembers } from "#lib/contract/workspace-members.ts";
import { getWorkspace, updateWorkspace } from "#lib/contract/workspaces.ts";
import { budgets, presets, webhooks } from "./lower-panels.ts";
import { PanelPlaceholder } from "./panel-placeholder.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { SettingsNavigation } from "./settings-navigation.tsx";
import { useLinkedSection } from "./use-linked-section.ts";

/** The settings of the open workspace: name, defaults, content storage, budgets. */
export function WorkspaceSettings({ dangerZone }: { dangerZone: ReactNode }) {
  const { currentWorkspace } = useShell();
  const { id, slug } = currentWorkspace;
  const mayChange = usePermission(updateWorkspace);
  const seesMembers = usePermission(listWorkspaceMembers);
  // By id, which does not change with the slug.
  const workspace = useQuery(query(getWorkspace, { params: { ref: id }, workspace: id }));
  useLinkedSection(workspace.data !== undefined);
  return (
    <>
      <PageHeader
        title="Settings"
        id={<IdPill id={id} label="workspace ID" />}
        description={`These apply to every request in ${currentWorkspace.name}. Changes take effect with the next request.`}
        action={
          seesMembers && (
            <Button asChild>
              <Link href={`/org/workspaces/${slug}`}>Members of {currentWorkspace.name}</Link>
            </Button>
          )
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[10rem_minmax(0,45rem)]">
        <SettingsNavigation />
        <div className="flex min-w-0 flex-col gap-6">
          {!mayChange && <RoleNote>Only owners and admins can change these settings.</RoleNote>}
          {workspace.error && !workspace.data && (
            <ApiErrorState title="The settings could not be loaded" result={workspace} />
          )}
          {workspace.isPending && <SettingsSkeleton />}
          {workspace.data && <SettingsForm key={id} workspace={workspace.data.data} readOnly={!mayChange} />}
          <PanelBoundary name="Budgets">
            <LowerPart part={budgets} props={{}} placeholder={<PanelPlaceholder id="budgets" height="h-72" />} />
          </PanelBoundary>
          <PanelBoundary name="Webhooks">
            <LowerPart part={webhooks} props={{}} placeholder={<PanelPlaceholder id="webhooks" height="h-32" />} />
          </PanelBoundary>
          <PanelBoundary name="Presets">
            <LowerPart part={presets} props={{}} placeholder={<PanelPlaceholder id="presets" height="h-16" />} />
          </PanelBoundary>
          <div id="danger">{dangerZone}</div>
        </div>
      </div>
    </>
  );
}

function SettingsSkeleton() {
  return (
    <Loading label="the settings" className="flex flex-col gap-6">
      <Skeleton className="h-72" />
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </Loading>
  );
}
