import type { ReactNode } from "react";
import { type SortDirection, TableHeader } from "./table.tsx";

type Order<Column> = { sort: Column | null; order: SortDirection | null; offset: null };

type SortHeaderProps<Column extends string> = {
  column: Column;
  /** The list's order; no column: its usual order. */
  view: { sort: Column | null; order: SortDirection };
  /** Orders the list, from its first page. */
  setView: (order: Order<Column>) => unknown;
  children: ReactNode;
  numeric?: boolean;
  className?: string;
};

/** The name of a column by which a list can be ordered. */
export function SortHeader<Column extends string>({ column, view, setView, ...props }: SortHeaderProps<Column>) {
  return (
    <TableHeader
      {...props}
      sort={view.sort === column ? view.order : "none"}
      onSort={(order) => void setView({ sort: order ? column : null, order: order ?? null, offset: null })}
    />
  );
}
