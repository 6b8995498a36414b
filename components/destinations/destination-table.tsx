"use client";

import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { formatCount } from "#lib/format.ts";
import { DestinationStatus } from "./destination-status.tsx";
import { type Destination, placeOf, TYPE_LABELS, useDestinationView } from "./destination-view.ts";

/** Destinations, oldest first; a row opens its panel. */
export function DestinationTable({ destinations }: { destinations: readonly Destination[] }) {
  useRowShortcuts();
  return (
    <Table caption="Destinations">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Type</TableHeader>
        <TableHeader>Status</TableHeader>
        <TableHeader numeric>Waiting</TableHeader>
        <TableHeader numeric>Dead letters</TableHeader>
        <TableHeader className="max-lg:hidden">Last delivery</TableHeader>
      </TableHead>
      <TableBody>
        {destinations.map((destination) => (
          <DestinationRow key={destination.id} destination={destination} />
        ))}
      </TableBody>
    </Table>
  );
}

function DestinationRow({ destination }: { destination: Destination }) {
  const { view, setView } = useDestinationView();
  const { id, name, type, health } = destination;
  return (
    <TableRow selected={view.peek === id}>
      <TableCell line="first" className="md:max-w-96">
        <a
          data-row
          href={`?peek=${id}`}
          className="flex min-w-0 flex-col py-1"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            void setView({ peek: id });
          }}
        >
          <span className="truncate font-medium hover:underline">{name}</span>
          <span className="truncate font-mono text-muted text-xs">{placeOf(destination)}</span>
        </a>
      </TableCell>
      <TableCell>{TYPE_LABELS[type]}</TableCell>
      <TableCell line="first">
        <DestinationStatus destination={destination} />
      </TableCell>
      <TableCell numeric>
        {formatCount(health.backlog)}
        <span className="md:hidden"> waiting</span>
      </TableCell>
      <TableCell numeric>
        {formatCount(health.dead_letters)}
        <span className="md:hidden"> dead letters</span>
      </TableCell>
      <TableCell className="max-lg:hidden" line="hidden">
        <Time value={health.last_delivered_at} unknown="never" />
      </TableCell>
    </TableRow>
  );
}

const ROWS = ["w-40", "w-56", "w-48"];

/** Placeholder with the table's real layout. */
export function DestinationTableSkeleton() {
  return (
    <TableSkeleton label="destinations" rows={ROWS.map((width) => [width, "w-16", "ml-auto w-24 max-sm:hidden"])} />
  );
}
