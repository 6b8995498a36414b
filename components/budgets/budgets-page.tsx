"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { RoleNote } from "#components/ui/feedback/role-note.tsx";
import { RecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { putMemberCap } from "#lib/contract/member-caps.ts";
import { BUDGET_DIALOGS } from "./budget-dialogs.ts";
import { CAP_DIALOGS } from "./cap-dialogs.ts";
import { MemberCaps } from "./member-caps.tsx";
import { SharedBudgets } from "./shared-budgets.tsx";

/** The budgets page: what each member may spend, and what keys, members, tags and end users share. */
export function BudgetsPage() {
  const { name, slug } = useShell().currentWorkspace;
  const mayChange = usePermission(putMemberCap);
  return (
    <RecordDialogs dialogs={CAP_DIALOGS}>
      <RecordDialogs dialogs={BUDGET_DIALOGS}>
        <PageHeader
          title="Budgets"
          description={
            <p>
              How much members can spend in {name}, in USD. Workspace budgets are in{" "}
              <Link href={`/w/${slug}/settings#budgets`} className="text-accent-ink underline">
                its settings
              </Link>
              .
            </p>
          }
        />
        <div className="flex flex-col gap-6">
          {!mayChange && (
            <RoleNote>
              You see your own caps and the budgets that apply to you. Ask an owner or admin to raise one.
            </RoleNote>
          )}
          <PanelBoundary name="Member caps">
            <MemberCaps mayChange={mayChange} />
          </PanelBoundary>
          <PanelBoundary name="Shared budgets">
            <SharedBudgets mayChange={mayChange} />
          </PanelBoundary>
        </div>
      </RecordDialogs>
    </RecordDialogs>
  );
}
