"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { query } from "#lib/api/query.ts";
import { listAlertDeliveries } from "#lib/contract/alerts.ts";
import type { AlertDelivery } from "./alert-view.ts";

const REFRESH_MS = 10_000;
const TONES = { pending: "warn", delivered: "ok", failed: "bad" } as const;

/** Messages to channels, newest first: those of one alert, or of all. */
export function DeliveryTable({ alertId }: { alertId?: string }) {
  const { slug } = useShell().currentWorkspace;
  const deliveries = useQuery({
    ...query(listAlertDeliveries, {
      query: { workspace_id: slug, limit: 50, ...(alertId && { alert_id: alertId }) },
    }),
    refetchInterval: REFRESH_MS,
  });
  if (deliveries.error && !deliveries.data) {
    return <ApiErrorState title="The messages could not be loaded" result={deliveries} />;
  }
  if (!deliveries.data) return <Skeleton className="h-16 w-full" />;
  if (deliveries.data.data.length === 0) return <p className="text-muted text-sm">No messages were sent.</p>;
  return (
    <Table caption="Messages" stickyFirst={alertId === undefined}>
      <TableHead>
        <TableHeader>Channel</TableHeader>
        <TableHeader>Message</TableHeader>
        <TableHeader>Status</TableHeader>
        <TableHeader>Sent</TableHeader>
      </TableHead>
      <TableBody>
        {deliveries.data.data.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} namesRule={alertId === undefined} />
        ))}
      </TableBody>
    </Table>
  );
}

function DeliveryRow({ delivery, namesRule }: { delivery: AlertDelivery; namesRule: boolean }) {
  const { status, attempts, event, channel_name: channel, rule_name: rule } = delivery;
  const error = attempts.at(-1)?.error ?? (status === "failed" ? "The channel was deleted" : null);
  return (
    <TableRow>
      <TableCell line="first" className="max-w-56 truncate">
        {channel}
      </TableCell>
      <TableCell className="max-w-72 truncate">{namesRule ? `${rule}: ${event}` : event}</TableCell>
      <TableCell>
        <span className="flex flex-wrap items-center gap-x-2 whitespace-normal">
          <StatusChip tone={TONES[status]}>{status === "pending" && error ? "retrying" : status}</StatusChip>
          {error && <span className="text-muted text-xs">{error}</span>}
        </span>
      </TableCell>
      <TableCell>
        <Time value={delivery.created_at} />
      </TableCell>
    </TableRow>
  );
}
