"use client";

import { useNow } from "#components/ui/hooks/use-now.ts";
import type { RejectionReason } from "#lib/contract/rejections.ts";
import { useAnalytics } from "../use-analytics.ts";

/** Why requests were rejected in the last minutes, and how many. */
export type Rejection = { reason: RejectionReason; requests: number };

const MINUTE_MS = 60_000;
const RECENT_MS = 15 * MINUTE_MS;

/** Reasons that are settings or limits, which an administrator can change, and not a mistake in the request. */
const OWN_REASONS: RejectionReason[] = [
  "spending_limit",
  "external_user_limit",
  "session_limit",
  "rate_limit",
  "tool_not_allowed",
  "not_allowed",
  "no_provider",
];

/**
 * Returns a function that returns the most frequent recent rejection of a key, or of a user's requests; undefined if none
 * was rejected.
 */
export function useRejections(of: "api_key_hash" | "user_id" = "api_key_hash"): (id: string) => Rejection | undefined {
  const nowMs = useNow();
  const minuteMs = Math.floor((nowMs ?? 0) / MINUTE_MS) * MINUTE_MS;
  const { data } = useAnalytics(
    {
      metrics: ["rejected"],
      dimensions: [of, "rejection"],
      filters: [{ field: "rejection", operator: "in", value: OWN_REASONS }],
      order_by: { field: "rejected" },
      time_range: {
        start: new Date(minuteMs - RECENT_MS).toISOString(),
        end: new Date(minuteMs + MINUTE_MS).toISOString(),
      },
    },
    nowMs !== undefined,
  );
  const rows = data?.data.data ?? [];
  return (id) => {
    const row = rows.find((one) => one[of] === id);
    return row && { reason: row.rejection as RejectionReason, requests: Number(row.rejected) };
  };
}
