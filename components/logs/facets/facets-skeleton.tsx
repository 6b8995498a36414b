import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";

/** Placeholder with the layout of the facets. */
export function FacetsSkeleton() {
  return (
    <Loading label="facets" className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
      {["status", "model", "provider", "key"].map((name) => (
        <Skeleton key={name} className="h-32 w-full" />
      ))}
    </Loading>
  );
}
