"use client";

import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { Money } from "#components/ui/display/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { type UsdColumn, usdColumn } from "#lib/usd-column.ts";
import { JobKey } from "../job-key.tsx";
import { usePeek } from "../job-view.ts";
import { BatchCounts, BatchProgress } from "./batch-progress.tsx";
import { BatchStateChip } from "./batch-state-chip.tsx";
import type { BatchEntry } from "./use-batches.ts";

/** Batches; a row opens its panel. */
export function BatchTable({ batches }: { batches: readonly BatchEntry[] }) {
  useRowShortcuts();
  const costs = usdColumn(batches.map(({ cost }) => cost));
  return (
    <Table caption="Batches" className="max-md:table-fixed">
      <TableHead>
        <TableHeader>Batch</TableHeader>
        <TableHeader>Status</TableHeader>
        <TableHeader>Requests</TableHeader>
        <TableHeader className="max-lg:hidden">Endpoint</TableHeader>
        <TableHeader className="max-xl:hidden">Key</TableHeader>
        <TableHeader className="max-lg:hidden">Created</TableHeader>
        <TableHeader numeric>Cost</TableHeader>
      </TableHead>
      <TableBody>
        {batches.map((batch) => (
          <BatchRow key={batch.id} batch={batch} costs={costs} />
        ))}
      </TableBody>
    </Table>
  );
}

function BatchRow({ batch, costs }: { batch: BatchEntry; costs: UsdColumn }) {
  const [peek, setPeek] = usePeek();
  return (
    <TableRow selected={peek === batch.id}>
      <TableCell line="first" mono className="md:max-w-56">
        <a
          data-row
          href={`?peek=${encodeURIComponent(batch.id)}`}
          className="block min-w-0 truncate py-1 hover:underline"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            void setPeek(batch.id);
          }}
        >
          {batch.metadata?.name ?? batch.id}
        </a>
      </TableCell>
      <TableCell>
        <BatchStateChip status={batch.status} />
      </TableCell>
      <TableCell className="md:min-w-40">
        <div className="flex flex-col gap-1 py-1">
          <BatchCounts batch={batch} />
          <BatchProgress batch={batch} />
        </div>
      </TableCell>
      <TableCell mono className="max-lg:hidden" line="hidden">
        {batch.endpoint}
      </TableCell>
      <TableCell className="max-w-40 truncate max-xl:hidden" line="hidden">
        <JobKey job={batch} />
      </TableCell>
      <TableCell className="max-lg:hidden" line="hidden">
        <Time value={batch.created_at * 1000} />
      </TableCell>
      <TableCell numeric>
        <Money usd={batch.cost} column={costs} />
      </TableCell>
    </TableRow>
  );
}

const ROWS = ["w-40", "w-56", "w-48", "w-36"];

/** Placeholder with the table's real layout. */
export function BatchTableSkeleton() {
  return <TableSkeleton label="batches" rows={ROWS.map((width) => [width, "w-20", "ml-auto w-24 max-sm:hidden"])} />;
}
