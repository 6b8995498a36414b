import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import { SlowNote } from "../feedback/slow-note.tsx";

type TableProps = {
  /** What the table lists; for screen readers, and as the name of the scroll box. */
  caption: string;
  /** Keeps the first column in place while the rest scrolls sideways. */
  stickyFirst?: boolean;
  /** Dims old rows while new ones load. */
  busy?: boolean;
  /** The number of rows with the header, if not all are in the document. */
  rowCount?: number;
  className?: string;
  children: ReactNode;
};

/**
 * A plain table in its own scroll box. Below 768 px a row becomes two lines: cells flow into the one in their `line`
 * (the first cell takes the remaining space), and the header is only for screen readers.
 */
export function Table({ caption, stickyFirst = true, busy = false, rowCount, className, children }: TableProps) {
  return (
    <>
      <section aria-label={caption} aria-busy={busy || undefined} className="relative overflow-x-auto">
        <table
          aria-rowcount={rowCount}
          className={cn(
            // Fixed below 768 px: otherwise content could widen the rows and push the last cell, the actions, out of
            // view.
            "w-full border-collapse text-left text-sm transition-opacity max-md:table-fixed",
            busy && "opacity-60",
            stickyFirst &&
              "md:[&_td:first-child]:sticky md:[&_td:first-child]:left-0 md:[&_th:first-child]:sticky md:[&_th:first-child]:left-0 md:[&_tr>:first-child]:bg-canvas md:[&_tbody_tr:has([data-row]):hover>:first-child]:bg-well md:[&_tbody_tr[aria-selected=true]>:first-child]:bg-accent-soft",
            className,
          )}
        >
          <caption className="sr-only">{caption}</caption>
          {children}
        </table>
      </section>
      {busy && (
        // Takes no space, and is visible at any scroll position.
        <div className="sticky bottom-3 z-10 h-0">
          <SlowNote label={caption.toLowerCase()} className="absolute bottom-0 left-0" />
        </div>
      )}
    </>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="max-md:sr-only">
      <tr className="h-8 border-b border-line-strong">{children}</tr>
    </thead>
  );
}

export function TableBody(props: Omit<ComponentProps<"tbody">, "className">) {
  return <tbody {...props} className="max-md:block" />;
}

/**
 * One row; `selected` marks the one whose panel is open. Only a row with a link marked `data-row`, which a click anywhere
 * opens, looks clickable.
 */
export function TableRow({ selected, className, ...props }: ComponentProps<"tr"> & { selected?: boolean }) {
  return (
    <tr
      aria-selected={selected}
      {...props}
      className={cn(
        "border-b has-[[data-row]]:cursor-pointer has-[[data-row]]:hover:bg-well aria-selected:bg-accent-soft",
        "max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:py-2",
        // The line break between the two lines: cells of the second one are ordered after it.
        "max-md:before:order-1 max-md:before:basis-full max-md:before:content-['']",
        className,
      )}
    />
  );
}

type CellProps = ComponentProps<"td"> & {
  /** Right-aligned digits. */
  numeric?: boolean;
  mono?: boolean;
  /** The line of the cell below 768 px; `hidden` omits it there. */
  line?: "first" | "second" | "hidden";
};

export function TableCell({ numeric, mono, line = "second", className, ...props }: CellProps) {
  return (
    <td
      {...props}
      className={cn(
        "h-(--row) whitespace-nowrap px-3 first:pl-2 last:pr-2 max-md:h-auto max-md:p-0 max-md:py-0.5 max-md:first:min-w-0 max-md:first:max-w-none max-md:first:flex-1 max-md:first:truncate max-md:first:pl-0",
        numeric && "text-right tabular-nums max-md:text-left",
        mono && "font-mono text-xs",
        line === "first" && "max-md:first:font-medium",
        line === "second" && "base:max-md:order-2 max-md:text-muted max-md:text-xs",
        line === "hidden" && "max-md:hidden",
        className,
      )}
    />
  );
}

export type SortDirection = "asc" | "desc";

type HeaderCellProps = {
  children: ReactNode;
  numeric?: boolean;
  /** The column's direction, "none" if it can sort but does not. Omit for columns that cannot. */
  sort?: SortDirection | "none";
  /** Called with the next direction; undefined on the third click, which clears the order. */
  onSort?: (next: SortDirection | undefined) => void;
  className?: string;
};

const NEXT = { none: "asc", asc: "desc", desc: undefined } as const;
const ARIA = { none: "none", asc: "ascending", desc: "descending" } as const;

/** The name of a column of buttons, which only screen readers need. */
export function ActionsHeader() {
  return (
    <TableHeader>
      <span className="sr-only">Actions</span>
    </TableHeader>
  );
}

/** A column's name; a button if the column can be sorted. */
export function TableHeader({ children, numeric, sort, onSort, className }: HeaderCellProps) {
  const look = cn("px-3 first:pl-2 last:pr-2 text-xs base:text-muted", numeric && "text-right", className);
  if (!sort || !onSort) {
    return (
      <th scope="col" className={cn(look, "whitespace-nowrap font-normal")}>
        {children}
      </th>
    );
  }
  const Icon = sort === "none" ? ChevronsUpDown : sort === "asc" ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={ARIA[sort]} className={cn(look, "whitespace-nowrap font-normal")}>
      <button
        type="button"
        onClick={() => onSort(NEXT[sort])}
        className={cn(
          "-mx-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 hover:bg-well hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11",
          numeric && "flex-row-reverse",
          sort !== "none" && "font-medium text-ink",
        )}
      >
        {children}
        <Icon className="size-3" aria-hidden />
      </button>
    </th>
  );
}
