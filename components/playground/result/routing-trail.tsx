"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Money } from "#components/ui/display/money.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { formatDuration } from "#lib/format-time.ts";
import type { Routing } from "./routing.ts";
import { type GenerationRecord, useGeneration } from "./use-generation.ts";

type RoutingTrailProps = { routing?: Routing | undefined; generationId?: string | undefined };

/** Below a finished response: its provider, earlier attempts, changes by the conversion, and the ledger's record. */
export function RoutingTrail({ routing, generationId }: RoutingTrailProps) {
  const [open, setOpen] = useState(false);
  const record = useGeneration(generationId, open);
  if (!routing && !generationId) return null;
  const notes = routing?.notes.length ?? 0;
  return (
    <details className="group/trail text-xs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-6 w-fit list-none items-center gap-1.5 rounded-sm text-muted hover:text-ink">
        <ChevronRight className="size-3.5 group-open/trail:rotate-90" aria-hidden />
        {routing && routing.attempts.length > 1 ? routing.summary : "Routing"}
        {notes > 0 && <StatusChip tone="info">{notes === 1 ? "1 change" : `${notes} changes`}</StatusChip>}
      </summary>
      <div className="mt-1.5 ml-1.5 flex flex-col gap-2 border-line-strong border-l pl-3.5">
        {routing && <Attempts routing={routing} />}
        {routing && notes > 0 && (
          <div>
            <p className="text-muted">Changes to the request</p>
            <ul className="font-mono">
              {routing.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </div>
        )}
        {record && <Record record={record} />}
        {generationId && <IdPill id={generationId} label="generation ID" ends={12} />}
      </div>
    </details>
  );
}

function Attempts({ routing }: { routing: Routing }) {
  // The same provider may be tried twice, so only the position identifies an attempt.
  const attempts = routing.attempts.map((attempt, place) => ({ ...attempt, place }));
  return (
    <ol className="flex flex-col gap-1" aria-label="Attempts">
      {attempts.map((attempt) => (
        <li key={attempt.place} className="flex flex-wrap items-center gap-2">
          <StatusChip tone={attempt.status === 200 ? "ok" : "bad"}>{attempt.status ?? "no response"}</StatusChip>
          <span>{attempt.provider}</span>
          <span className="font-mono text-muted">{attempt.model}</span>
        </li>
      ))}
      <li className="text-muted">{routing.candidates === 1 ? "1 candidate" : `${routing.candidates} candidates`}</li>
    </ol>
  );
}

function Record({ record }: { record: GenerationRecord }) {
  return (
    <dl className="grid w-fit grid-cols-[auto_auto] gap-x-4 gap-y-0.5 [&_dt]:text-muted">
      <dt>Charged</dt>
      <dd>
        <Money nanoUsd={record.cost_nano_usd} />
      </dd>
      <dt>Queued</dt>
      <dd>{formatDuration(record.queue_time)}</dd>
      <dt>First content at the gateway</dt>
      <dd>{formatDuration(record.latency)}</dd>
      {record.native_finish_reason && (
        <>
          <dt>Upstream finished</dt>
          <dd className="font-mono">{record.native_finish_reason}</dd>
        </>
      )}
    </dl>
  );
}
