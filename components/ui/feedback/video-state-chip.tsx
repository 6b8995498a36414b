import { Ban, CircleCheck, CircleX, Clock, ClockAlert, Loader } from "lucide-react";
import type { ReactNode } from "react";
import type { VideoState } from "#lib/video-states.ts";
import { StatusChip, type Tone } from "./status-chip.tsx";

type Look = { tone: Tone; word: string; icon: ReactNode };

const LOOKS: Record<VideoState, Look> = {
  pending: { tone: "neutral", word: "pending", icon: <Clock aria-hidden /> },
  in_progress: { tone: "info", word: "in progress", icon: <Loader aria-hidden /> },
  completed: { tone: "ok", word: "completed", icon: <CircleCheck aria-hidden /> },
  failed: { tone: "bad", word: "failed", icon: <CircleX aria-hidden /> },
  cancelled: { tone: "neutral", word: "canceled", icon: <Ban aria-hidden /> },
  expired: { tone: "warn", word: "expired", icon: <ClockAlert aria-hidden /> },
};

/** A video job's status as icon and word; an unknown status is shown unchanged. */
export function VideoStateChip({ status, error }: { status: string; error?: string | undefined }) {
  const known = new Map<string, Look>(Object.entries(LOOKS)).get(status);
  return (
    <StatusChip tone={known?.tone ?? "neutral"} icon={known?.icon} {...(error && { title: error })}>
      {known?.word ?? status}
    </StatusChip>
  );
}
