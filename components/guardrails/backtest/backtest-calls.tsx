"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { query } from "#lib/api/query.ts";
import { getWorkspace } from "#lib/contract/workspaces.ts";
import type { Trial } from "../tester/trial.ts";

export type BacktestProps = { trial: Trial; set: (change: Partial<Trial>) => void };

const LASTS = [
  { value: "100", label: "Last 100 requests" },
  { value: "500", label: "Last 500 requests" },
  { value: "1000", label: "Last 1,000 requests" },
] as const;

const HOUR_MS = 3_600_000;
const SINCES = [
  { value: "any", label: "from any time" },
  { value: "hour", label: "from the last hour", ms: HOUR_MS },
  { value: "day", label: "from the last day", ms: 24 * HOUR_MS },
  { value: "week", label: "from the last 7 days", ms: 168 * HOUR_MS },
] as const;

/** Returns the stored requests that a trial selects. */
export function callsOf({ last, since }: Trial, nowMs: number) {
  const chosen = SINCES.find(({ value }) => value === since);
  return {
    last: Number(last),
    ...(chosen && "ms" in chosen && { start: new Date(nowMs - chosen.ms).toISOString() }),
  };
}

/** Selects which of the workspace's stored requests to search; says so if it stores none. */
export function BacktestCalls({ trial, set, children }: BacktestProps & { children: ReactNode }) {
  const { id, slug } = useShell().currentWorkspace;
  const { data } = useQuery(query(getWorkspace, { params: { ref: id }, workspace: id }));
  const settings = (
    <Link href={`/w/${slug}/settings#logging`} className="text-accent-ink underline">
      settings
    </Link>
  );
  return (
    <>
      {data?.data.is_observability_io_logging_enabled === false && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          This workspace does not store prompts and responses. Change that in its {settings}, or test your own texts.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Number of requests"
          className="w-40"
          options={LASTS}
          value={trial.last}
          onValueChange={(last) => set({ last })}
        />
        <Select
          aria-label="Time range"
          className="w-40"
          options={SINCES}
          value={trial.since}
          onValueChange={(since) => set({ since })}
        />
        {children}
      </div>
      <p className="text-muted text-xs">
        Tests the texts as sent to the models, so values that were redacted are not found again.
      </p>
    </>
  );
}
