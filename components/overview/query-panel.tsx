import type { ReactNode } from "react";
import type { useAnalytics } from "#components/charts/use-analytics.ts";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";

type QueryPanelProps = {
  /** The subject: "Spend by model". */
  name: string;
  answer: ReturnType<typeof useAnalytics>;
  children: ReactNode;
};

/** A part of the overview, with its loading and error states. */
export function QueryPanel({ name, answer, children }: QueryPanelProps) {
  const { data, error } = answer;
  if (error && !data) return <ApiErrorState title={`${name}: not loaded`} result={answer} />;
  if (!data) {
    return (
      <Loading label={name.toLowerCase()}>
        <Skeleton className="h-52 w-full" />
      </Loading>
    );
  }
  return <PanelBoundary name={name}>{children}</PanelBoundary>;
}
