"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { ChargebackExport } from "./chargeback-export.tsx";
import { ChargebackReport } from "./chargeback-report.tsx";
import { useChargebackView } from "./chargeback-view.ts";
import { monthName, recentMonths } from "./months.ts";

const EVERY = "all";
const LINES = [
  { value: "key", label: "Key" },
  { value: "tag", label: "Tag" },
] as const;

/** What each workspace, member, key and tag spent in a month, to read and to download. */
export function Chargeback() {
  const { role, workspaces } = useShell();
  const [view, setView] = useChargebackView();
  const nowMs = useNow();
  const months = nowMs === undefined ? [] : recentMonths(nowMs);
  const month = view.month ?? months[0]?.value;
  const known = months.some(({ value }) => value === month);
  const older = month && !known && /^20\d\d-\d\d$/.test(month) ? [{ value: month, label: monthName(month) }] : [];
  const cost = role === "member" ? "Monthly cost of your own requests" : "Monthly cost";
  return (
    <>
      <PageHeader
        title="Chargeback"
        description={`${cost} by workspace, member, key and tag, in UTC`}
        action={month && <ChargebackExport month={month} workspace={view.workspace ?? undefined} />}
      />
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap gap-4">
          <Field label="Month" className="w-48">
            <Select
              options={[...older, ...months]}
              value={month}
              placeholder="Loading"
              onValueChange={(next) => void setView({ month: next, offset: null })}
            />
          </Field>
          <Field label="Workspace" className="w-56">
            <Select
              options={[
                { value: EVERY, label: "All workspaces" },
                ...workspaces.map(({ name, slug }) => ({ value: slug, label: name })),
              ]}
              value={view.workspace ?? EVERY}
              onValueChange={(next) => void setView({ workspace: next === EVERY ? null : next, offset: null })}
            />
          </Field>
          <Field label="Group by">
            <SegmentedControl
              options={LINES}
              value={view.by}
              onValueChange={(by) => void setView({ by, offset: null })}
            />
          </Field>
        </div>
        <PanelBoundary name="Chargeback">
          <ChargebackReport month={month} workspace={view.workspace ?? undefined} />
        </PanelBoundary>
      </div>
    </>
  );
}
