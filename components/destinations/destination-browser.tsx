"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { query } from "#lib/api/query.ts";
import { listDestinations } from "#lib/contract/destinations.ts";
import { DestinationTable, DestinationTableSkeleton } from "./destination-table.tsx";
import { SwitchedOffNote } from "./switched-off-note.tsx";

const REFRESH_MS = 10_000;

/** The workspace's destinations, and every state of their list. */
export function DestinationBrowser({ onAdd }: { onAdd: () => void }) {
  const { slug } = useShell().currentWorkspace;
  const destinations = useQuery({
    ...query(listDestinations, { query: { workspace_id: slug, limit: 100 } }),
    refetchInterval: REFRESH_MS,
  });
  if (destinations.error && !destinations.data) {
    return <ApiErrorState title="The destinations could not be loaded" result={destinations} />;
  }
  if (!destinations.data) return <DestinationTableSkeleton />;
  const list = destinations.data.data;
  if (list.length === 0) {
    return (
      <EmptyState
        sentence="No destinations yet. Add a webhook, an OpenTelemetry collector such as Langfuse or Phoenix, a bucket or a folder."
        action={
          <Button onClick={onAdd}>
            <Plus aria-hidden />
            Add destination
          </Button>
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <SwitchedOffNote />
      <DestinationTable destinations={list} />
    </div>
  );
}
