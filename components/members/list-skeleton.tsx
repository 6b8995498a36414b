import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";

const ROWS = ["w-40", "w-32", "w-48", "w-36"];

/** Placeholder with a list's real layout. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <TableSkeleton label={label} rows={ROWS.map((width) => [width, "w-40 max-sm:hidden", "ml-auto w-16"])}>
      <div className="flex gap-2 pb-3">
        <Skeleton className="h-8 w-full sm:w-64" />
        <Skeleton className="h-8 w-36 max-sm:hidden" />
      </div>
    </TableSkeleton>
  );
}
