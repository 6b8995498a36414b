import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { HEADLINES } from "./overview-queries.ts";

const CHARTS = ["requests", "spend", "latency", "first token"];

/** Placeholder with the figures' real layout. */
export function FiguresSkeleton() {
  return (
    <Loading label="figures" slowHint="Try a shorter time range." className="flex flex-col gap-8">
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 border-y py-5 md:grid-cols-5">
        {HEADLINES.map((metric) => (
          <div key={metric} className="flex flex-col gap-1.5">
            <Skeleton className="w-20" />
            <Skeleton className="h-8 w-24" />
            <Skeleton className="h-6 w-32" />
          </div>
        ))}
      </div>
      <div className="grid gap-8 lg:grid-cols-2">
        {CHARTS.map((chart) => (
          <Skeleton key={chart} className="h-52 w-full" />
        ))}
      </div>
    </Loading>
  );
}
