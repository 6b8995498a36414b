import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { VideoEntry } from "./use-jobs.ts";

export const DELIVERY_TONES = { pending: "info", delivered: "ok", failed: "bad" } as const;

/** Whether the webhook message of a job was delivered; a dash if there is none. */
export function Callback({ state }: { state: VideoEntry["callback"] }) {
  if (state === null) return <span className="text-muted">–</span>;
  return <StatusChip tone={DELIVERY_TONES[state]}>{state}</StatusChip>;
}
