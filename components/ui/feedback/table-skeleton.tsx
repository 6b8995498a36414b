import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import { Loading, Skeleton } from "./skeleton.tsx";

type TableSkeletonProps = {
  /** What is loading: "keys". */
  label: string;
  slowHint?: string;
  /** The class names of the bars of each row. Vary the width of one bar, so that it looks like text. */
  rows: readonly (readonly string[])[];
  /** Placeholders of what is above the table. */
  children?: ReactNode;
};

/** A placeholder with the layout of a table: its header line and its rows. */
export function TableSkeleton({ label, slowHint, rows, children }: TableSkeletonProps) {
  return (
    <Loading label={label} slowHint={slowHint} className="flex flex-col">
      {children}
      <div className="h-8 border-b border-line-strong max-md:hidden" />
      {[...rows.entries()].map(([place, bars]) => (
        <SkeletonRow key={place} bars={bars} />
      ))}
    </Loading>
  );
}

/** A placeholder of one row, with the class names of its bars. */
export function SkeletonRow({ bars, className }: { bars: readonly string[]; className?: string }) {
  return (
    <div className={cn("flex base:h-(--row) items-center gap-6 border-b base:px-2", className)}>
      {[...bars.entries()].map(([place, bar]) => (
        <Skeleton key={place} className={bar} />
      ))}
    </div>
  );
}
