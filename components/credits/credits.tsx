"use client";

import { useCallback } from "react";
import { CreateButton } from "#components/shell/commands/create-button.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { RoleNote } from "#components/ui/feedback/role-note.tsx";
import { parseAsBoolean } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { adjustCredits, getCredits } from "#lib/contract/credits.ts";
import { AdjustmentTable } from "./adjustment-table.tsx";
import { Balance } from "./balance.tsx";
import { Budgets } from "./budgets.tsx";

const adjustLayer = lazyLayer(() => import("./adjust-credits.tsx").then(({ AdjustCredits }) => AdjustCredits));

/** The credits page: the organization's credits, each workspace's budgets, and the history of adjustments. */
export function Credits() {
  const maySee = usePermission(getCredits);
  const mayAdjust = usePermission(adjustCredits);
  const [adjusting, setAdjusting] = useQueryState("adjust", parseAsBoolean.withDefault(false));
  const open = useCallback(() => void setAdjusting(true), [setAdjusting]);
  return (
    <>
      <PageHeader
        title="Credits"
        description="Prepaid balance and workspace budgets of your organization"
        action={mayAdjust && <CreateButton onClick={open}>Adjust credits</CreateButton>}
      />
      <div className="flex flex-col gap-6">
        {!maySee && <RoleNote>Only owners and admins can see credits.</RoleNote>}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {maySee && (
            <PanelBoundary name="Balance">
              <Balance />
            </PanelBoundary>
          )}
          <PanelBoundary name="Budgets">
            <Budgets />
          </PanelBoundary>
        </div>
        {maySee && (
          <PanelBoundary name="Adjustments">
            <AdjustmentTable />
          </PanelBoundary>
        )}
      </div>
      <LazyContent
        layer={adjustLayer}
        props={{ open: adjusting && mayAdjust, onClose: () => void setAdjusting(null) }}
      />
    </>
  );
}
