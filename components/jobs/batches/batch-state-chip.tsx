import { Ban, CircleCheck, CircleX, ClockAlert, Loader } from "lucide-react";
import type { ReactNode } from "react";
import { StatusChip, type Tone } from "#components/ui/feedback/status-chip.tsx";
import type { BatchState } from "#lib/jobs/batch-states.ts";

type Look = { tone: Tone; word: string; icon: ReactNode };

const LOOKS: Record<BatchState, Look> = {
  validating: { tone: "info", word: "validating", icon: <Loader aria-hidden /> },
  in_progress: { tone: "info", word: "in progress", icon: <Loader aria-hidden /> },
  finalizing: { tone: "info", word: "finalizing", icon: <Loader aria-hidden /> },
  completed: { tone: "ok", word: "completed", icon: <CircleCheck aria-hidden /> },
  failed: { tone: "bad", word: "failed", icon: <CircleX aria-hidden /> },
  cancelling: { tone: "neutral", word: "canceling", icon: <Loader aria-hidden /> },
  cancelled: { tone: "neutral", word: "canceled", icon: <Ban aria-hidden /> },
  expired: { tone: "warn", word: "expired", icon: <ClockAlert aria-hidden /> },
};

/** A batch's status as icon and word. */
export function BatchStateChip({ status }: { status: BatchState }) {
  const { tone, word, icon } = LOOKS[status];
  return (
    <StatusChip tone={tone} icon={icon}>
      {word}
    </StatusChip>
  );
}
