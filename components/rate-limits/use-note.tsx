"use client";

import type { RateLimit } from "#components/charts/rates/rate-words.ts";
import { formatCount } from "#lib/format.ts";
import { useRateUse } from "./use-rate-use.ts";

/** What applies to the use of all rules: how many requests wait, and whether other processes are missing. */
export function UseNote({ rule }: { rule: RateLimit }) {
  const { data } = useRateUse(rule);
  if (!data) return null;
  const { waiting_requests: waiting, is_shared: isShared } = data;
  if (waiting === 0 && isShared) return null;
  return (
    <p className="pb-3 text-sm">
      {waiting > 0 && `${formatCount(waiting)} ${waiting === 1 ? "request waits" : "requests wait"} for a limit. `}
      {!isShared && "These numbers are from one server process, because the processes are not sharing their counts."}
    </p>
  );
}
