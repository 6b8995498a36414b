import { memo } from "react";
import { TableCell, TableRow } from "#components/ui/display/table.tsx";
import type { UsdColumn } from "#lib/usd-column.ts";
import type { LogRow } from "../use-log-view.ts";
import { LOG_CELLS } from "./log-cells.tsx";
import type { ColumnId } from "./log-columns.ts";
import { RowLink } from "./row-link.tsx";

type LogTableRowProps = {
  row: LogRow;
  /** The time of the row above. */
  above: string | undefined;
  costs: UsdColumn;
  shown: readonly ColumnId[];
  isOpen: boolean;
  open: (id: string) => void;
  /** The row's place, if not all rows are drawn, and what measures its height. */
  index?: number;
  ref?: (row: Element | null) => void;
};

/** One request; the link in its first cell opens its panel. */
export const LogTableRow = memo(function LogTableRow({
  row,
  above,
  costs,
  shown,
  isOpen,
  open,
  index,
  ref,
}: LogTableRowProps) {
  const place = index === undefined ? {} : { "data-index": index, "aria-rowindex": index + 2 };
  return (
    <TableRow selected={isOpen} {...place} {...(ref && { ref })}>
      <TableCell line="first">
        <RowLink row={row} above={above} open={open} />
      </TableCell>
      {shown.map((id) => {
        const Cell = LOG_CELLS[id];
        return <Cell key={id} row={row} costs={costs} />;
      })}
    </TableRow>
  );
});
