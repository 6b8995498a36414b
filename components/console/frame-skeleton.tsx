import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";

const LINES = ["w-28", "w-24", "w-32", "w-20", "w-30", "w-26"];

/** Placeholder for the frame until the user is known, with the same layout. */
export function FrameSkeleton() {
  return (
    <Loading label="the console" className="min-h-dvh">
      <div className="flex h-12 items-center gap-4 border-b px-4">
        <Skeleton className="size-6" />
        <Skeleton className="w-32" />
      </div>
      <div className="flex">
        <div className="hidden h-[calc(100dvh-3rem)] w-58 flex-col gap-4 border-r p-5 xl:flex">
          {LINES.map((width) => (
            <Skeleton key={width} className={width} />
          ))}
        </div>
        <div className="flex flex-1 flex-col gap-6 px-4 py-6 md:px-6">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="w-64 max-w-full" />
        </div>
      </div>
    </Loading>
  );
}
