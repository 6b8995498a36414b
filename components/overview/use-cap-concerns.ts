"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { query } from "#lib/api/query.ts";
import { CAP_INTERVALS, listMemberCaps } from "#lib/contract/member-caps.ts";
import { listSharedBudgets } from "#lib/contract/shared-budgets.ts";
import { formatUsd, formatUsdTotal } from "#lib/format.ts";
import { formatReset } from "#lib/format-time.ts";
import { NOTICE_SHARE, percentSpent } from "#lib/limits/notice-share.ts";
import type { Concern } from "./concern.ts";

/** Returns the caps of the person who is signed in, and the budgets they share, that are nearly used up. */
export function useCapConcerns(): Concern[] {
  const { user, currentWorkspace } = useShell();
  const nowMs = useNow();
  const { id, slug } = currentWorkspace;
  const own = { params: { ref: id }, workspace: id };
  const caps = useQuery(query(listMemberCaps, { ...own, query: { user_id: user.id } }));
  const budgets = useQuery(query(listSharedBudgets, own));
  const mine = caps.data?.data[0];
  const limits = [
    ...CAP_INTERVALS.map((interval) => ({ name: `your ${interval} cap`, ...mine?.[interval] })),
    ...(budgets.data?.data ?? []).filter(
      ({ user_ids: ids, per_external_user: isPerUser, per_session: isPerSession }) =>
        ids.includes(user.id) && !isPerUser && !isPerSession,
    ),
  ];
  return limits.flatMap(({ name, spent_usd: spent, limit_usd: limit, resets_at: resetsAt }) => {
    if (spent === undefined || limit === undefined || spent < limit * NOTICE_SHARE) return [];
    const amounts = `${formatUsdTotal(spent)} of ${formatUsd(limit)}`;
    const resets = nowMs === undefined ? "" : `, ${formatReset(resetsAt, nowMs)}`;
    const text = `${percentSpent(spent, limit)}% of ${name} used (${amounts}${resets})`;
    return [{ id: name, tone: "limit", text, href: `/w/${slug}/budgets` }];
  });
}
