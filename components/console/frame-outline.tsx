import type { ReactNode } from "react";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";

const LINES = ["w-28", "w-24", "w-32", "w-20", "w-30", "w-26"];

/** The console's frame without its contents, so that nothing moves when they are loaded. */
export function FrameOutline({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <div aria-hidden className="sticky top-0 z-20 flex h-12 items-center gap-4 border-b bg-canvas px-4">
        <Skeleton className="size-6" />
        <Skeleton className="w-32" />
      </div>
      <div className="flex flex-1">
        <div
          aria-hidden
          className="sticky top-12 hidden h-[calc(100dvh-3rem)] w-14 shrink-0 flex-col gap-4 border-r p-5 md:flex xl:w-58"
        >
          {LINES.map((width) => (
            <Skeleton key={width} className={`${width} max-xl:hidden`} />
          ))}
        </div>
        <main id="main" className="min-w-0 flex-1 px-4 py-5 md:px-6 md:py-6">
          <div className="mx-auto max-w-400">{children}</div>
        </main>
      </div>
    </div>
  );
}
