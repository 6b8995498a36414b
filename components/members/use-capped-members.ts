"use client";

import { useQuery } from "@tanstack/react-query";
import { useRejections } from "#components/charts/rejections/use-rejections.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { queryAll } from "#lib/api/query-all.ts";
import { CAP_INTERVALS, listMemberCaps } from "#lib/contract/member-caps.ts";
import { NOTICE_SHARE } from "#lib/limits/notice-share.ts";

/** A cap of a member that is nearly used up, in USD. */
export type NearCap = {
  interval: (typeof CAP_INTERVALS)[number];
  spentUsd: number;
  limitUsd: number;
  resetsAt: string;
  /** Whether requests are rejected: the cap is spent, or what is left of it does not cover them. */
  isRejecting: boolean;
};

const REFRESH_MS = 60_000;

/** Returns a function that returns a member's fullest cap in the current workspace once 80% of it is spent. */
export function useCappedMembers(): (userId: string) => NearCap | undefined {
  const { id } = useShell().currentWorkspace;
  const list = { params: { ref: id }, query: {}, workspace: id };
  const { data } = useQuery({ ...queryAll(listMemberCaps, list), refetchInterval: REFRESH_MS });
  const rejectionOf = useRejections("user_id");
  return (userId) => {
    const member = data?.data.find((one) => one.user_id === userId);
    const rejectsSpending = rejectionOf(userId)?.reason === "spending_limit";
    const near = CAP_INTERVALS.flatMap((interval) => {
      const { spent_usd: spentUsd, limit_usd: limitUsd, resets_at: resetsAt } = member?.[interval] ?? {};
      if (spentUsd === undefined || limitUsd === undefined || !resetsAt || spentUsd < limitUsd * NOTICE_SHARE)
        return [];
      return [{ interval, spentUsd, limitUsd, resetsAt, isRejecting: rejectsSpending || spentUsd >= limitUsd }];
    });
    return near.toSorted((a, b) => b.spentUsd / b.limitUsd - a.spentUsd / a.limitUsd)[0];
  };
}
