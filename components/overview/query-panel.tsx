import type { ReactNode } from "react";
import type { useAnalytics } from "#components/charts/use-analytics.ts";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";

type QueryPanelProps = {
  /** What is shown: "Spend by model". */
  name: string;
  answer: ReturnType<typeof useAnalytics>;
  children: ReactNode;
};

/** A part of the overview: its place while it is read, and why it could not be. */
export function QueryPanel({ name, answer: { data, error, isFetching, refetch }, children }: QueryPanelProps) {
  if (error && !data) {
    return (
      <ApiErrorState title={`${name}: not loaded`} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  if (!data) {
    return (
      <Loading label={name.toLowerCase()}>
        <Skeleton className="h-52 w-full" />
      </Loading>
    );
  }
  return <PanelBoundary name={name}>{children}</PanelBoundary>;
}
