import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";

const ROWS = ["w-40", "w-32", "w-48", "w-36"];

/** Placeholder with a list's real layout. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className="flex flex-col">
      <div className="flex gap-2 pb-3">
        <Skeleton className="h-8 w-full sm:w-64" />
        <Skeleton className="h-8 w-36 max-sm:hidden" />
      </div>
      <div className="h-8 border-b border-line-strong max-md:hidden" />
      {ROWS.map((width) => (
        <div key={width} className="flex h-(--row) items-center gap-6 border-b px-2">
          <Skeleton className={width} />
          <Skeleton className="w-40 max-sm:hidden" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </Loading>
  );
}
