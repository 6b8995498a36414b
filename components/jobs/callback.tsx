import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { VideoEntry } from "./use-jobs.ts";

export const DELIVERY_TONES = { pending: "info", delivered: "ok", failed: "bad" } as const;

/** Whether whoever is to be told of a job was told; a dash where nobody is. */
export function Callback({ state }: { state: VideoEntry["callback"] }) {
  if (state === null) return <span className="text-muted">–</span>;
  return <StatusChip tone={DELIVERY_TONES[state]}>{state}</StatusChip>;
}
