import { Ban, CircleCheck, CircleX, Clock, ClockAlert, Loader } from "lucide-react";
import type { ReactNode } from "react";
import { StatusChip, type Tone } from "#components/ui/status-chip.tsx";

const STATES: Record<string, { tone: Tone; word: string; icon: ReactNode }> = {
  pending: { tone: "neutral", word: "pending", icon: <Clock aria-hidden /> },
  in_progress: { tone: "info", word: "in progress", icon: <Loader aria-hidden /> },
  completed: { tone: "ok", word: "completed", icon: <CircleCheck aria-hidden /> },
  failed: { tone: "bad", word: "failed", icon: <CircleX aria-hidden /> },
  cancelled: { tone: "neutral", word: "cancelled", icon: <Ban aria-hidden /> },
  expired: { tone: "warn", word: "expired", icon: <ClockAlert aria-hidden /> },
};

/** A job's state; one that is not known here is shown as it came. */
export function JobState({ status, error }: { status: string; error?: string | undefined }) {
  const known = STATES[status];
  return (
    <StatusChip tone={known?.tone ?? "neutral"} icon={known?.icon} {...(error && { title: error })}>
      {known?.word ?? status}
    </StatusChip>
  );
}
