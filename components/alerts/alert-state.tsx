import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { Alert } from "./alert-view.ts";

/** The state of an alert: resolved, snoozed, acknowledged or open. */
export function AlertState({ alert }: { alert: Alert }) {
  if (alert.state === "resolved") return <StatusChip tone="ok">resolved</StatusChip>;
  if (alert.snoozed_until) return <StatusChip tone="neutral">snoozed</StatusChip>;
  if (alert.acknowledged_at) {
    return (
      <StatusChip tone="info" title={`by ${alert.acknowledged_by}`}>
        acknowledged
      </StatusChip>
    );
  }
  return <StatusChip tone="bad">open</StatusChip>;
}
