"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { lazy, Suspense } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { getModel, listModelEndpoints } from "#lib/contract/models.ts";
import { listPrices } from "#lib/contract/prices.ts";
import { EndpointPanel } from "./endpoint-panel.tsx";
import { ImagePanel } from "./image-panel.tsx";
import { ModelFacts } from "./model-facts.tsx";
import { ModelHeader } from "./model-header.tsx";
import { CostCalculator } from "./prices/cost-calculator.tsx";
import { PricePanel } from "./prices/price-panel.tsx";
import { unpricedOf } from "./prices/unpriced.ts";
import { UnknownModel } from "./unknown-model.tsx";

// Lazy, because few users can set prices, and only they see them.
const CustomPrices = lazy(() => import("./prices/custom-prices.tsx").then((file) => ({ default: file.CustomPrices })));

/** One model: its providers, speed, prices, and how to call it. */
export function ModelView() {
  const params = useParams<{ author: string; slug: string }>();
  const { slug } = useShell().currentWorkspace;
  const seesPrices = usePermission(listPrices);
  // Route parameters are not decoded; a variant's ":free" may be escaped.
  const name = { author: decodeURIComponent(params.author), slug: decodeURIComponent(params.slug) };
  const model = useQuery(query(getModel, { params: name }));
  const served = useQuery({ ...query(listModelEndpoints, { params: name }), refetchInterval: 30_000 });
  const back = (
    <Link
      href={`/w/${slug}/models`}
      className="inline-flex items-center hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      Models
    </Link>
  );
  if (model.error?.status === 404) {
    return <UnknownModel name={`${name.author}/${name.slug}`} near={model.error.suggestions} />;
  }
  if (model.error && !model.data) {
    return (
      <>
        <PageHeader parent={back} title={`${name.author}/${name.slug}`} />
        <ApiErrorState title="The model could not be loaded" result={model} />
      </>
    );
  }
  if (!model.data) return <ModelSkeleton />;
  const record = model.data.data;
  const providers = served.data?.data.endpoints ?? [];
  return (
    <>
      <ModelHeader model={record} parent={back} />
      <div className="flex flex-col gap-6">
        <PanelBoundary name="Providers">
          <EndpointPanel answer={served} />
        </PanelBoundary>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-6">
            <PricePanel pricing={record.pricing} unpriced={unpricedOf(providers)} />
            {seesPrices && (
              <Suspense>
                <CustomPrices model={record.id} providers={providers} />
              </Suspense>
            )}
            <PanelBoundary name="Image generation">
              <ImagePanel model={record} />
            </PanelBoundary>
            <CostCalculator model={record} />
          </div>
          <ModelFacts model={record} />
        </div>
      </div>
    </>
  );
}

function ModelSkeleton() {
  return (
    <Loading label="the model" className="flex flex-col gap-5">
      <Skeleton className="w-16" />
      <Skeleton className="h-6 w-72 max-w-full" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </Loading>
  );
}
