import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import { SlowNote } from "./slow-note.tsx";

/** A bar in the place of a value; it appears after 150 ms, so that fast answers do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-3.5 animate-appear rounded-sm bg-well-strong", className)} />;
}

type LoadingProps = {
  /** What is read: "keys". */
  label: string;
  /** How to wait for less, said when it takes long. */
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
