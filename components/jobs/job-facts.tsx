"use client";

import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Money } from "#components/ui/display/money.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { VideoStateChip } from "#components/ui/feedback/video-state-chip.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { formatDuration } from "#lib/format-time.ts";
import { addressEndMs } from "#lib/video-polling.ts";
import { isSettled } from "#lib/video-states.ts";
import { Elapsed } from "./elapsed.tsx";
import { JobKey } from "./job-key.tsx";
import type { VideoEntry } from "./use-jobs.ts";

/** A job's facts, one per line. */
export function JobFacts({ job }: { job: VideoEntry }) {
  const endMs = addressEndMs(job.unsigned_urls?.[0]);
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm [&_dt]:text-muted">
      <dt>Status</dt>
      <dd>
        <VideoStateChip status={job.status} />
      </dd>
      <dt>Started</dt>
      <dd>
        <Time value={job.created_at} format="absolute" />
      </dd>
      {job.completed_at && (
        <>
          <dt>Finished</dt>
          <dd>
            <Time value={job.completed_at} format="absolute" />
          </dd>
        </>
      )}
      <dt>{isSettled(job.status) ? "Duration" : "Elapsed"}</dt>
      <dd>
        <Elapsed job={job} />
      </dd>
      <dt>Model</dt>
      <dd className="break-all font-mono text-xs">{job.model}</dd>
      <dt>Video</dt>
      <dd>
        {job.duration} s, {job.resolution}, {job.aspect_ratio}
      </dd>
      {endMs !== undefined && <AddressEnd endMs={endMs} />}
      <dt>Key</dt>
      <dd>
        <JobKey job={job} />
      </dd>
      <dt>Job</dt>
      <dd>
        <IdPill id={job.id} label="job ID" ends={10} />
      </dd>
      <dt>Polling path</dt>
      <dd>
        <IdPill id={job.polling_url} label="polling path" ends={14} />
      </dd>
      {job.generation_id && (
        <>
          <dt>Request</dt>
          <dd>
            <IdPill id={job.generation_id} label="generation ID" ends={10} />
          </dd>
        </>
      )}
      <dt>Cost</dt>
      <dd>
        <Money usd={job.usage?.cost} unknown="Charged when the job finishes" />
        {job.usage?.is_byok && " (BYOK)"}
      </dd>
    </dl>
  );
}

function AddressEnd({ endMs }: { endMs: number }) {
  const now = useNow();
  return (
    <>
      <dt>Link valid for</dt>
      <dd className="tabular-nums">{now === undefined ? "–" : formatDuration(Math.max(0, endMs - now))}</dd>
    </>
  );
}
