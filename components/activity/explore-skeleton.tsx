import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";

/** Placeholder for the chart and table of Explore. */
export function ExploreSkeleton() {
  return (
    <Loading label="activity" slowHint="Try a shorter time range." className="flex flex-col gap-6">
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-40 w-full" />
    </Loading>
  );
}
