import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { FrameOutline } from "./frame-outline.tsx";

/** Placeholder for a page of the console until the user is known, with the same layout. */
export function FrameSkeleton() {
  return (
    <FrameOutline>
      <Loading label="the console" className="flex flex-col gap-6">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="w-64 max-w-full" />
      </Loading>
    </FrameOutline>
  );
}
