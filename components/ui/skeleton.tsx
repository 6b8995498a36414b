import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";

/** A bar in the place of a value; it appears after 150 ms, so that fast answers do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-3.5 animate-appear rounded-sm bg-well-strong", className)} />;
}

/** Marks a region as loading and says so once to assistive technology; the skeletons inside keep the real layout. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div aria-busy="true" className={className}>
      <span role="status" className="sr-only">
        Loading {label}
      </span>
      {children}
      <p aria-hidden className="animate-late px-2 py-2 text-muted text-xs">
        Still loading {label}.
      </p>
    </div>
  );
}
