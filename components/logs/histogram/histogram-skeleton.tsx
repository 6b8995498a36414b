import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";

/** Placeholder with the histogram's height. */
export function HistogramSkeleton() {
  return (
    <Loading label="requests over time">
      <Skeleton className="h-46.25 w-full" />
    </Loading>
  );
}
