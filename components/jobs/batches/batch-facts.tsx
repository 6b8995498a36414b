"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Money } from "#components/ui/display/money.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { formatCount } from "#lib/format.ts";
import { JobKey } from "../job-key.tsx";
import { BatchStateChip } from "./batch-state-chip.tsx";
import { type BatchEntry, isUnfinished } from "./use-batches.ts";

/** A batch's facts, one per line. */
export function BatchFacts({ batch }: { batch: BatchEntry }) {
  const { slug } = useShell().currentWorkspace;
  const endedAt = batch.completed_at ?? batch.failed_at ?? batch.cancelled_at ?? batch.expired_at;
  const isRunning = isUnfinished(batch);
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm [&_dt]:text-muted">
      <dt>Status</dt>
      <dd>
        <BatchStateChip status={batch.status} />
      </dd>
      <dt>{isRunning ? "Cost so far" : "Cost"}</dt>
      <dd>
        <Money usd={batch.cost} />
      </dd>
      <dt>Endpoint</dt>
      <dd className="break-all font-mono text-xs">{batch.endpoint}</dd>
      <dt>Created</dt>
      <dd>
        <Time value={batch.created_at * 1000} format="absolute" />
      </dd>
      <dt>{isRunning ? "Expires" : "Ended"}</dt>
      <dd>
        <Time value={toMs(isRunning ? batch.expires_at : endedAt)} format="absolute" />
      </dd>
      <dt>Key</dt>
      <dd>
        <JobKey job={batch} />
      </dd>
      {[...batch.provider_batches.entries()].map(([place, one]) => (
        <ProviderFact key={place} one={one} />
      ))}
      <dt>Batch</dt>
      <dd>
        <IdPill id={batch.id} label="batch ID" ends={10} />
      </dd>
      <dt>Input file</dt>
      <dd>
        <IdPill id={batch.input_file_id} label="input file ID" ends={10} />
      </dd>
      {Object.entries(batch.metadata ?? {}).map(([name, value]) => (
        <MetadataFact key={name} name={name} value={value} />
      ))}
      <dt>Requests</dt>
      <dd>
        <Link className="underline" href={`/w/${slug}/logs?filters=${encodeURIComponent(`batch_id:eq:${batch.id}`)}`}>
          Show in the logs
        </Link>
      </dd>
    </dl>
  );
}

const WORDS = {
  collecting: "preparing",
  submitting: "being sent",
  in_progress: "in progress",
  ended: "ended",
} as const;

/** A batch at a provider: how far it is, and its ID there. */
function ProviderFact({ one }: { one: BatchEntry["provider_batches"][number] }) {
  return (
    <>
      <dt>At {one.provider}</dt>
      <dd className="flex flex-wrap items-center gap-x-2">
        <span className="tabular-nums">
          {formatCount(one.finished)} of {formatCount(one.requests)}, {WORDS[one.status]}
        </span>
        {one.id && <IdPill id={one.id} label="ID of the provider's batch" ends={10} />}
        {one.error && <span className="break-words text-muted">{one.error}</span>}
      </dd>
    </>
  );
}

function MetadataFact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="break-all">{name}</dt>
      <dd className="break-words">{value}</dd>
    </>
  );
}

function toMs(seconds: number | null): number | null {
  return seconds && seconds * 1000;
}
