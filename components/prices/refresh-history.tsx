"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { mutation, query } from "#lib/api/query.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { listPriceRefreshes, rollbackPrices } from "#lib/contract/price-refresh.ts";
import { formatCount } from "#lib/format.ts";

const ROWS = ["w-40", "w-48", "w-36"].map((width) => ["w-28", width, "ml-auto w-20 max-sm:hidden"]);

type Refresh = ResponseOf<typeof listPriceRefreshes>["data"][number];

/** The refreshes that were applied, newest first, with a button that takes one back. */
export function RefreshHistory() {
  const result = useQuery(query(listPriceRefreshes));
  const { data, error } = result;
  if (error && !data)
    return (
      <Panel title="History">
        <ApiErrorState title="The history could not be loaded" result={result} />
      </Panel>
    );
  if (!data) return <TableSkeleton label="history" rows={ROWS} />;
  return (
    <Panel title="History" flush={data.data.length > 0}>
      {data.data.length === 0 ? (
        <p className="text-muted text-sm">
          No prices refreshed yet. Requests are charged at the prices that came with this version of Switchboard.
        </p>
      ) : (
        <div className="px-4">
          <Table caption="Applied refreshes" stickyFirst={false}>
            <TableHead>
              <TableHeader>Applied</TableHeader>
              <TableHeader>Source</TableHeader>
              <TableHeader numeric>Prices</TableHeader>
              <TableHeader numeric>New models</TableHeader>
              <TableHeader>Status</TableHeader>
            </TableHead>
            <TableBody>
              {data.data.map((refresh) => (
                <Row key={refresh.batch_id} refresh={refresh} />
              ))}
            </TableBody>
          </Table>
        </div>
      )}
    </Panel>
  );
}

function Row({ refresh }: { refresh: Refresh }) {
  return (
    <TableRow>
      <TableCell line="first">
        <Time value={refresh.created_at} />
      </TableCell>
      <TableCell className="md:max-w-80 md:truncate" title={refresh.source}>
        {refresh.source}, {refresh.as_of}
      </TableCell>
      <TableCell numeric>
        {formatCount(refresh.prices)}
        <span className="md:hidden"> prices</span>
      </TableCell>
      <TableCell numeric line="hidden">
        {formatCount(refresh.endpoints)}
      </TableCell>
      <TableCell line="first">
        {refresh.ended_at ? <StatusChip tone="neutral">Rolled back</StatusChip> : <RollBack refresh={refresh} />}
      </TableCell>
    </TableRow>
  );
}

function RollBack({ refresh }: { refresh: Refresh }) {
  const may = usePermission(rollbackPrices);
  const client = useQueryClient();
  const { mutate, isPending } = useMutation(mutation(rollbackPrices));
  const onConfirm = () =>
    mutate(
      { body: { batch_id: refresh.batch_id } },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: [listPriceRefreshes.resource] });
          toastDone("Refresh rolled back");
        },
        onError: (error) => toastFailed("Could not roll back the refresh", { description: error.message }),
      },
    );
  if (!may) return <StatusChip tone="ok">In use</StatusChip>;
  return (
    <ConfirmPopover
      trigger={
        <Button size="small" pending={isPending} aria-label={`Roll back the refresh from ${refresh.source}`}>
          Roll back
        </Button>
      }
      question="Roll back this refresh?"
      action="Roll back"
      onConfirm={onConfirm}
    >
      The {formatCount(refresh.prices)} prices end now. The previous prices apply from the next request.
    </ConfirmPopover>
  );
}
