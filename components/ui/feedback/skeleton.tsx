import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import { SlowNote } from "./slow-note.tsx";

/** A placeholder bar for a value; appears after 150 ms, so that fast responses do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cn("block base:h-3.5 animate-appear base:rounded-sm bg-well-strong", className)} />
  );
}

type LoadingProps = {
  /** What is loading: "keys". */
  label: string;
  /** How to make loading faster, shown if it takes long. */
  slowHint?: string;
  className?: string;
  children: ReactNode;
};

/** Marks a region as loading and says so once to assistive technology; the skeletons inside keep the real layout. */
export function Loading({ label, slowHint, className, children }: LoadingProps) {
  return (
    <div aria-busy="true" className={className}>
      <span role="status" className="sr-only">
        Loading {label}
      </span>
      {children}
      <SlowNote label={label} hint={slowHint} />
    </div>
  );
}
