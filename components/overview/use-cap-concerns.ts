"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { query } from "#lib/api/query.ts";
import { listMemberCaps } from "#lib/contract/member-caps.ts";
import { listSharedBudgets } from "#lib/contract/shared-budgets.ts";
import type { Concern } from "./concern.ts";

/** The share from which responses carry a notice, too. */
const NEAR = 0.8;

/** Returns the caps of the person who is signed in, and the budgets they share, that are nearly used up. */
export function useCapConcerns(): Concern[] {
  const { user, currentWorkspace } = useShell();
  const { id, slug } = currentWorkspace;
  const own = { params: { ref: id }, workspace: id };
  const caps = useQuery(query(listMemberCaps, { ...own, query: { user_id: user.id } }));
  const budgets = useQuery(query(listSharedBudgets, own));
  const mine = caps.data?.data[0];
  const limits = [
    ...(["daily", "monthly"] as const).map((interval) => ({ name: `your ${interval} cap`, ...mine?.[interval] })),
    ...(budgets.data?.data ?? []).filter(
      ({ user_ids: ids, per_external_user: isPerUser }) => ids.includes(user.id) && !isPerUser,
    ),
  ];
  return limits.flatMap(({ name, spent_usd: spent, limit_usd: limit }) => {
    if (spent === undefined || limit === undefined || spent < limit * NEAR) return [];
    const text = `${Math.floor((spent / limit) * 100)} % of ${name} used`;
    return [{ id: name, tone: "limit", text, href: `/w/${slug}/budgets` }];
  });
}
