"use client";

import { useQuery } from "@tanstack/react-query";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { query } from "#lib/api/query.ts";
import { getDestination } from "#lib/contract/destinations.ts";
import { DestinationSettings } from "./destination-settings.tsx";
import { DestinationSummary } from "./destination-summary.tsx";
import { useDestinationView } from "./destination-view.ts";

/** One destination next to the list: its health and settings. */
export function DestinationPeek({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { view } = useDestinationView();
  return (
    <Sheet modal={false} open={open} onOpenChange={(next) => !next && onClose()} title="Destination">
      {view.peek && <DestinationDetails id={view.peek} onDeleted={onClose} />}
    </Sheet>
  );
}

const REFRESH_MS = 5_000;

function DestinationDetails({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const result = useQuery({
    ...query(getDestination, { params: { id } }),
    refetchInterval: REFRESH_MS,
  });
  const { data, error } = result;
  if (error && !data) {
    return (
      <ApiErrorState title="The destination could not be loaded" missing="Destination not found" result={result} />
    );
  }
  if (!data) {
    return (
      <Loading label="destination" className="flex flex-col gap-4">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-64 w-full" />
      </Loading>
    );
  }
  return (
    <>
      <DestinationSummary key={`summary ${id}`} destination={data.data} />
      <DestinationSettings key={`${id} ${data.data.updated_at}`} destination={data.data} onDeleted={onDeleted} />
    </>
  );
}
