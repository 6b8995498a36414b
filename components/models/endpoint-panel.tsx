"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { Panel } from "#components/ui/display/panel.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { listModelEndpoints } from "#lib/contract/models.ts";
import { formatCount } from "#lib/format.ts";
import { EndpointTable } from "./endpoint-table.tsx";

type Answer = UseQueryResult<ResponseOf<typeof listModelEndpoints>, ApiError>;

/** The model's providers, refreshed every 30 seconds. */
export function EndpointPanel({ answer }: { answer: Answer }) {
  const endpoints = answer.data?.data.endpoints;
  const makesText = answer.data?.data.architecture.output_modalities.includes("text");
  const reachable = endpoints?.filter((endpoint) => endpoint.available).length ?? 0;
  return (
    <Panel
      flush
      title="Providers"
      description={
        endpoints &&
        `${formatCount(reachable)} of ${formatCount(endpoints.length)} are available here. ${makesText ? "Latency and throughput" : "Latency"}: p50 to p99 of the last 30 minutes, on a shared scale.`
      }
    >
      <Content answer={answer} />
    </Panel>
  );
}

function Content({ answer }: { answer: Answer }) {
  if (answer.error && !answer.data) {
    return <ApiErrorState title="The providers could not be loaded" result={answer} />;
  }
  if (!answer.data) {
    return (
      <Loading label="providers" className="flex flex-col gap-3 p-4">
        <Skeleton />
        <Skeleton className="w-2/3" />
      </Loading>
    );
  }
  const { endpoints, architecture } = answer.data.data;
  if (endpoints.length === 0) return <EmptyState sentence="No provider currently serves this model." />;
  return <EndpointTable endpoints={endpoints} makesText={architecture.output_modalities.includes("text")} />;
}
