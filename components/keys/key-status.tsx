import { CirclePause, Clock } from "lucide-react";
import type { z } from "zod";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { ApiKey } from "#lib/contract/keys.ts";

export type Key = z.output<typeof ApiKey>;
export const KEY_STATUSES = ["active", "over_limit", "rotated", "disabled", "expired"] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** Returns the status of a key. Expiry takes precedence over every other status. */
export function keyStatus(key: Key, nowMs: number): KeyStatus {
  if (key.expires_at && Date.parse(key.expires_at) <= nowMs) return "expired";
  if (key.disabled) return "disabled";
  if (key.rotated_to) return "rotated";
  if (key.limit_remaining !== null && key.limit_remaining <= 0) return "over_limit";
  return "active";
}

const LOOKS = {
  active: { tone: "ok", title: "Requests with this key are accepted." },
  over_limit: {
    tone: "bad",
    title: "The spending limit is reached. Requests are rejected until it resets or is raised.",
  },
  rotated: { tone: "info", title: "Replaced by a newer key. This one still works until it expires.", icon: <Clock /> },
  disabled: {
    tone: "neutral",
    title: "Requests with this key are rejected until you enable it.",
    icon: <CirclePause />,
  },
  expired: { tone: "neutral", title: "The key has expired, so its requests are rejected.", icon: <Clock /> },
} as const;

/** A key's state as icon and word. */
export function KeyStatusChip({ status }: { status: KeyStatus }) {
  const look = LOOKS[status];
  return (
    <StatusChip tone={look.tone} title={look.title} {...("icon" in look ? { icon: look.icon } : {})}>
      {statusLabel(status)}
    </StatusChip>
  );
}

/** "Over limit" */
export function statusLabel(status: KeyStatus): string {
  return `${status.charAt(0).toUpperCase()}${status.slice(1).replace("_", " ")}`;
}
