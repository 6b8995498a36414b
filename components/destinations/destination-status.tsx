import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { Destination } from "./destination-view.ts";

/** Whether a destination receives its requests, as of the last attempt. */
export function DestinationStatus({ destination }: { destination: Pick<Destination, "enabled" | "health"> }) {
  const { enabled, health } = destination;
  if (!enabled) return <StatusChip tone="neutral">disabled</StatusChip>;
  if (health.failures > 0) {
    return (
      <StatusChip tone="bad" title={health.last_error ?? undefined}>
        failing
      </StatusChip>
    );
  }
  if (health.dead_letters > 0) return <StatusChip tone="warn">dead letters</StatusChip>;
  if (health.last_delivered_at) return <StatusChip tone="ok">delivering</StatusChip>;
  return <StatusChip tone="neutral">nothing sent yet</StatusChip>;
}
