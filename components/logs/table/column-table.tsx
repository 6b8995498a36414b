"use client";

import type { CSSProperties, ReactNode } from "react";
import { Table, TableHead, TableHeader } from "#components/ui/display/table.tsx";

/** A column; one without a width, in px, takes the space that remains. */
type Column = { label: string; width?: number | undefined; isNumeric?: boolean | undefined };

type ColumnTableProps = {
  caption: string;
  columns: readonly Column[];
  /** The least width of a column without one, in px; below the sum the table scrolls in its own box. */
  flexibleWidth: number;
  busy?: boolean;
  /** The number of rows, if not all of them are drawn. */
  rowCount?: number | undefined;
  /** The table's bodies. */
  children: ReactNode;
};

/** A table with fixed column widths, so that rows that are added later do not move the columns. */
export function ColumnTable(props: ColumnTableProps) {
  const { caption, columns, flexibleWidth, busy = false, rowCount, children } = props;
  const least = columns.reduce((sum, { width }) => sum + (width ?? flexibleWidth), 0);
  return (
    <div style={{ "--least": `${least}px` } as CSSProperties}>
      <Table
        caption={caption}
        busy={busy}
        className="md:min-w-(--least) md:table-fixed"
        {...(rowCount !== undefined && { rowCount })}
      >
        <colgroup className="max-md:hidden">
          {columns.map(({ label, width }) => (
            <col key={label} style={{ width }} />
          ))}
        </colgroup>
        <TableHead>
          {columns.map(({ label, isNumeric = false }) => (
            <TableHeader key={label} numeric={isNumeric}>
              {label}
            </TableHeader>
          ))}
        </TableHead>
        {children}
      </Table>
    </div>
  );
}
