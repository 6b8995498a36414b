import { Change } from "#components/charts/change.tsx";
import { TableCell, TableHeader } from "#components/ui/display/table.tsx";

/** The headers of `ComparedCells`. */
export function ComparedHeaders() {
  return (
    <>
      <TableHeader numeric>Before</TableHeader>
      <TableHeader numeric>Change</TableHeader>
    </>
  );
}

type ComparedCellsProps = { now: number | null; before: number | null; format: (value: number | null) => string };

/** A row's figure in the previous period, and how it has changed. */
export function ComparedCells({ now, before, format }: ComparedCellsProps) {
  return (
    <>
      <TableCell numeric>
        {format(before)}
        <span className="md:hidden"> before</span>
      </TableCell>
      <TableCell numeric>
        <Change now={now} before={before} />
      </TableCell>
    </>
  );
}
