import { StatusChip, type Tone } from "#components/ui/feedback/status-chip.tsx";
import type { LogRow } from "./use-log-view.ts";

const LOOKS: Record<LogRow["status_class"], { tone: Tone; word: string }> = {
  ok: { tone: "ok", word: "ok" },
  cancelled: { tone: "neutral", word: "canceled" },
  cut: { tone: "bad", word: "interrupted" },
  rejected: { tone: "rejected", word: "rejected" },
  "4xx": { tone: "warn", word: "failed" },
  "429": { tone: "limit", word: "rate limited" },
  "5xx": { tone: "bad", word: "failed" },
};

/** The outcome of a request: its status and a word. */
export function LogStatus({ row }: { row: Pick<LogRow, "status" | "status_class" | "error"> }) {
  const { tone, word } = LOOKS[row.status_class];
  return (
    <StatusChip tone={tone} {...(row.error && { title: row.error })}>
      {row.status} {word}
    </StatusChip>
  );
}

/** The outcomes that a list can be filtered by. */
export const OUTCOMES = Object.entries(LOOKS).map(([value, { word }]) => ({
  value: value as LogRow["status_class"],
  label: /^\d/.test(value) ? `${value}, ${word}` : word,
}));
