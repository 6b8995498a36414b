"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { SharedBudgetMeter } from "#components/charts/budgets/shared-budget-meter.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { query } from "#lib/api/query.ts";
import { listSharedBudgets, type SharedBudget } from "#lib/contract/shared-budgets.ts";
import type { Key } from "./key-status.tsx";

type Budget = z.output<typeof SharedBudget>;

/** The shared budgets that count a key's requests; nothing if there are none. */
export function KeyBudgets({ record }: { record: Key }) {
  const { id: workspace, slug } = useShell().currentWorkspace;
  const { data } = useQuery(query(listSharedBudgets, { params: { ref: workspace }, workspace }));
  const budgets = (data?.data ?? []).flatMap((budget) => {
    const reason = reasonOf(record, budget);
    return reason === undefined ? [] : [{ budget, reason }];
  });
  if (budgets.length === 0) return null;
  return (
    <Panel
      title="Shared budgets"
      actions={
        <Link
          href={`/w/${slug}/budgets`}
          className="inline-flex items-center text-accent-ink text-sm underline pointer-coarse:min-h-11"
        >
          All budgets
        </Link>
      }
    >
      <ul className="flex flex-col gap-4">
        {budgets.map(({ budget, reason }) => (
          <li key={budget.id} className="flex max-w-100 flex-col gap-1.5">
            <p className="text-sm">
              {budget.name} <span className="text-muted text-xs">{reason}</span>
            </p>
            <SharedBudgetMeter budget={budget} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Returns why a budget counts requests with a key; undefined if it counts none of them. */
function reasonOf({ hash, creator_user_id: creator, tags }: Key, budget: Budget): string | undefined {
  const { key_hashes: keys, user_ids: users, tags: named, external_users: ends } = budget;
  if (keys.includes(hash)) return "includes this key";
  if (creator !== null && users.includes(creator)) return "includes its creator";
  const tag = tags.find((one) => named.includes(one));
  if (tag !== undefined) return `includes its tag ${tag}`;
  const namesNobody = keys.length + users.length + named.length + ends.length === 0;
  if (!namesNobody) return undefined;
  if (budget.per_external_user) return "covers every request that names an end user";
  return budget.per_session ? "covers every request that names a session" : undefined;
}
