"use client";

import { useQuery } from "@tanstack/react-query";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { ALERT_KINDS } from "#lib/alerts/alert-kinds.ts";
import { query } from "#lib/api/query.ts";
import { getAlert } from "#lib/contract/alerts.ts";
import { AlertActions } from "./alert-actions.tsx";
import { AlertState } from "./alert-state.tsx";
import type { Alert } from "./alert-view.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { SubjectLink } from "./subject-link.tsx";

const REFRESH_MS = 10_000;

/** One alert next to the list: its message, what can be done, and who was notified. */
export function AlertPeek({ open, id, onClose }: { open: boolean; id: string | null; onClose: () => void }) {
  return (
    <Sheet modal={false} open={open} onOpenChange={(next) => !next && onClose()} title="Alert">
      {id && <AlertDetails id={id} />}
    </Sheet>
  );
}

function AlertDetails({ id }: { id: string }) {
  const result = useQuery({
    ...query(getAlert, { params: { id } }),
    refetchInterval: REFRESH_MS,
  });
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The alert could not be loaded" missing="Alert not found" result={result} />;
  }
  if (!data) {
    return (
      <Loading label="alert">
        <Skeleton className="h-40 w-full" />
      </Loading>
    );
  }
  return <AlertFacts alert={data.data} />;
}

function AlertFacts({ alert }: { alert: Alert }) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 break-words font-medium text-lg">{alert.rule_name}</h3>
        <AlertState alert={alert} />
      </div>
      <p className="break-words">{alert.message}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [&_dd]:min-w-0 [&_dd]:break-words [&_dt]:text-muted">
        <dt>Kind</dt>
        <dd>{ALERT_KINDS[alert.kind]}</dd>
        <dt>Subject</dt>
        <dd>{alert.subject_name}</dd>
        <dt>Opened</dt>
        <dd>
          <Time value={alert.opened_at} format="absolute" />
        </dd>
        {alert.resolved_at && (
          <>
            <dt>Resolved</dt>
            <dd>
              <Time value={alert.resolved_at} format="absolute" />
            </dd>
          </>
        )}
        {alert.acknowledged_at && (
          <>
            <dt>Acknowledged</dt>
            <dd>
              by {alert.acknowledged_by}, <Time value={alert.acknowledged_at} />
            </dd>
          </>
        )}
        {alert.snoozed_until && alert.state === "open" && (
          <>
            <dt>Snoozed until</dt>
            <dd>
              <Time value={alert.snoozed_until} format="absolute" />
            </dd>
          </>
        )}
      </dl>
      <SubjectLink alert={alert} />
      {alert.state === "open" && <AlertActions alert={alert} />}
      <section className="flex flex-col gap-2">
        <h4 className="font-medium text-sm">Messages</h4>
        <DeliveryTable alertId={alert.id} />
      </section>
    </div>
  );
}
