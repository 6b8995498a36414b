"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { type ConfigDrift, getConfigDrift } from "#lib/contract/config.ts";
import { ConfigurationChange } from "./configuration-change.tsx";

type Drift = z.output<typeof ConfigDrift>;

/** The configuration document that was applied last, and what has changed since. */
export function ConfigurationPanel() {
  const { data, error, refetch, isFetching } = useQuery(query(getConfigDrift));
  const check = (
    <Button size="small" pending={isFetching} onClick={() => void refetch()}>
      Check again
    </Button>
  );
  return (
    <Panel title="Configuration document" actions={data && check}>
      {error && !data && (
        <ApiErrorState title="The drift could not be loaded" error={error} onRetry={refetch} retrying={isFetching} />
      )}
      {!error && !data && (
        <Loading label="drift" className="flex flex-col gap-4">
          <Skeleton className="w-72 max-w-full" />
        </Loading>
      )}
      {data && <DriftReport drift={data.data} />}
    </Panel>
  );
}

function DriftReport({ drift: { applied, has_drift, changes, notes } }: { drift: Drift }) {
  if (!applied) {
    return (
      <p className="text-muted text-sm">
        No document has been applied.{" "}
        <a href="/docs/configuration" className="text-ink underline underline-offset-3">
          Manage the configuration as a document
        </a>
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        Applied <Time value={applied.at} /> by {applied.by}.{" "}
        {has_drift ? "The configuration has changed since:" : "Nothing has changed since."}
      </p>
      {changes.length > 0 && (
        <ul aria-label="Drift" className="divide-y border-y">
          {changes.map((change) => (
            <ConfigurationChange key={`${change.kind} ${change.workspace} ${change.name}`} change={change} />
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} className="text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}
