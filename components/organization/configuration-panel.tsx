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

/** The last applied configuration document, and what has changed since. */
export function ConfigurationPanel() {
  const result = useQuery(query(getConfigDrift));
  const { data, error, refetch, isFetching } = result;
  const check = (
    <Button size="small" pending={isFetching} onClick={() => void refetch()}>
      Check again
    </Button>
  );
  return (
    <Panel title="Configuration document" actions={data && check}>
      {error && !data && <ApiErrorState title="The drift could not be loaded" result={result} />}
      {!error && !data && (
        <Loading label="drift" className="flex flex-col gap-4">
          <Skeleton className="w-72 max-w-full" />
        </Loading>
      )}
      {data && (
        <div className="flex flex-col gap-3 text-sm">
          {data.data.file && <ConfigurationFile file={data.data.file} />}
          <DriftReport drift={data.data} />
        </div>
      )}
    </Panel>
  );
}

/** The configuration file, and why it could not be applied. */
function ConfigurationFile({ file: { path, problem, problem_since } }: { file: NonNullable<Drift["file"]> }) {
  return (
    <>
      <p>
        This configuration comes from the file <code className="break-all font-mono text-xs">{path}</code>. Change it
        there: settings in the file cannot be changed here.
      </p>
      {problem && problem_since && (
        <p role="alert" className="border-bad border-l-2 pl-3">
          <span className="font-medium">
            The file has not been in effect since <Time value={problem_since} />.
          </span>{" "}
          {problem}
        </p>
      )}
    </>
  );
}

function DriftReport({ drift: { applied, has_drift, changes, notes } }: { drift: Drift }) {
  if (!applied) {
    return (
      <p className="text-muted">
        No document has been applied.{" "}
        <a href="/docs/configuration" className="text-ink underline underline-offset-3">
          Manage the configuration as a document
        </a>
      </p>
    );
  }
  return (
    <>
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
    </>
  );
}
