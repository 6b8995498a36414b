"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { mutation, query } from "#lib/api/query.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { applyPrices, listPriceRefreshes, planPrices } from "#lib/contract/price-refresh.ts";
import { formatCount } from "#lib/format.ts";
import { PlanTable } from "./plan-table.tsx";

const ROWS = ["w-60", "w-72", "w-56", "w-64"].map((width) => [width, "w-28", "ml-auto w-24 max-sm:hidden"]);

type Plan = ResponseOf<typeof planPrices>["data"];

/** What a source would change, and the button that applies it. */
export function ReviewPlan({ from, onDone }: { from: string | undefined; onDone: () => void }) {
  const mayApply = usePermission(applyPrices);
  const body = from ? { from } : {};
  const result = useQuery({ ...query(planPrices, { body }), gcTime: 0 });
  const { data, error, refetch, isFetching } = result;
  const client = useQueryClient();
  const apply = useMutation(mutation(applyPrices));
  if (error && !data) return <ApiErrorState title="The source could not be compared" result={result} />;
  if (!data) return <TableSkeleton label="changes" slowHint="Large sources take longer." rows={ROWS} />;
  const plan = data.data;
  const isEmpty = plan.changes.length + plan.models_added.length === 0;
  const send = async () => {
    try {
      const { data: made } = await apply.mutateAsync({ body: { ...body, plan_id: plan.plan_id } });
      void client.invalidateQueries({ queryKey: [listPriceRefreshes.resource] });
      toastDone(`${formatCount(made.prices)} ${made.prices === 1 ? "price" : "prices"} applied`);
      onDone();
    } catch (failed) {
      toastFailed("Could not apply the prices", { description: (failed as Error).message });
      void refetch();
    }
  };
  return (
    <Panel
      title="Changes"
      description={`${plan.source}, ${plan.as_of}`}
      flush
      actions={
        mayApply &&
        !isEmpty && (
          <Button variant="filled" onClick={() => void send()} pending={apply.isPending || isFetching}>
            Apply changes
          </Button>
        )
      }
    >
      <p className="p-4 text-sm">{summaryOf(plan)}</p>
      {plan.changes.length > 0 && <Changes changes={plan.changes} />}
      <Names title="New models" names={plan.models_added.map(({ model_endpoint: id }) => id)} />
      <Names title="No longer in the source, kept as they are" names={plan.models_removed} />
    </Panel>
  );
}

function Changes({ changes }: { changes: Plan["changes"] }) {
  const [page, setPage] = useState({ offset: 0, limit: 50 });
  return (
    <div className="px-4 pb-2">
      <PlanTable changes={changes.slice(page.offset, page.offset + page.limit)} />
      {changes.length > page.limit && <Pagination {...page} total={changes.length} noun="changes" onChange={setPage} />}
    </div>
  );
}

/** A list that can be long, closed at first. */
function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <details className="border-t px-4 py-2.5 text-sm">
      <summary className="cursor-pointer pointer-coarse:py-2">
        {title} ({formatCount(names.length)})
      </summary>
      <ul className="columns-1 gap-6 py-2 font-mono text-xs md:columns-2">
        {names.map((name) => (
          <li key={name} className="break-all py-0.5">
            {name}
          </li>
        ))}
      </ul>
    </details>
  );
}

function summaryOf({ changes, models_added: added, unchanged }: Plan): string {
  if (changes.length + added.length === 0) return `All ${formatCount(unchanged)} prices of the source are in use.`;
  const differ = `${formatCount(changes.length)} ${changes.length === 1 ? "price changes" : "prices change"}`;
  const models = `${formatCount(added.length)} ${added.length === 1 ? "model is" : "models are"} new`;
  return `${differ}, ${models}, and ${formatCount(unchanged)} prices stay the same. New prices apply from the next request.`;
}
