import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { Key, KeyStatus } from "../key-status.tsx";

/** Marks a key that was reported as leaked, until the report is settled. */
export function LeakChip({ record, status }: { record: Key; status: KeyStatus }) {
  const { leak, disabled, rotated_to } = record;
  if (!leak || leak.state === "kept" || status === "expired" || (disabled && rotated_to)) return null;
  return (
    <StatusChip tone="bad" title="Someone reported this key as leaked. Open it to see where it was found.">
      Leaked
    </StatusChip>
  );
}
