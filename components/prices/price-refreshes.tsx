"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { NoAccessPage } from "#components/ui/feedback/no-access-page.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { getPriceCheck } from "#lib/contract/price-refresh.ts";
import { PriceSource } from "./price-source.tsx";
import { RefreshHistory } from "./refresh-history.tsx";
import { ReviewPlan } from "./review-plan.tsx";

const HEADER = {
  title: "Prices",
  description: "Compare the prices in use with a source. Nothing changes until you apply the differences.",
};

/** Compares the prices in use with a source, applies what an administrator has reviewed, and takes it back. */
export function PriceRefreshes() {
  if (usePermission(getPriceCheck)) return <OpenPrices />;
  return <NoAccessPage {...HEADER}>Only owners and admins can compare and apply prices.</NoAccessPage>;
}

function OpenPrices() {
  const result = useQuery(query(getPriceCheck));
  const { data, error } = result;
  /** The address to compare with; empty for the configured source, undefined before anyone asked. */
  const [from, setFrom] = useState<string>();
  const found = data && data.data.changes + data.data.models_added > 0;
  const compared = from ?? (found ? "" : undefined);
  return (
    <>
      <PageHeader {...HEADER} />
      <div className="flex flex-col gap-6">
        {error && !data ? (
          <ApiErrorState title="The last check could not be loaded" result={result} />
        ) : data ? (
          <PriceSource check={data.data} onCompare={setFrom} />
        ) : (
          <Loading label="last check">
            <Skeleton className="h-40 w-full" />
          </Loading>
        )}
        {compared !== undefined && (
          <PanelBoundary name="Changes">
            <ReviewPlan key={compared} from={compared || undefined} onDone={() => setFrom(undefined)} />
          </PanelBoundary>
        )}
        <PanelBoundary name="History">
          <RefreshHistory />
        </PanelBoundary>
      </div>
    </>
  );
}
