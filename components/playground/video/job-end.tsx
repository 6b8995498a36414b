"use client";

import { CircleX, RotateCw } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { Money } from "#components/ui/display/money.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { formatDuration } from "#lib/format-time.ts";
import { addressEndMs } from "#lib/video-polling.ts";
import { Metric } from "../result/metric.tsx";
import type { VideoEntry } from "./use-job.ts";

type JobEndProps = { job: VideoEntry; onRetry: () => void; mayRetry: boolean };

/** A finished job's usage, and its error if it failed. */
export function JobEnd({ job, onRetry, mayRetry }: JobEndProps) {
  const tookMs = job.completed_at && Date.parse(job.completed_at) - Date.parse(job.created_at);
  const endMs = addressEndMs(job.unsigned_urls?.[0]);
  return (
    <>
      {job.status !== "completed" && (
        <div className="flex flex-col items-start gap-2 border-l-2 border-l-bad py-0.5 pl-3.5">
          <p className="flex items-center gap-2 font-medium text-bad text-sm">
            <CircleX className="size-4 shrink-0" aria-hidden />
            No video
          </p>
          <p className="whitespace-pre-wrap break-words text-sm">{job.error ?? `Job status: ${job.status}.`}</p>
          {mayRetry ? (
            <Button size="small" onClick={onRetry}>
              <RotateCw aria-hidden />
              Retry
            </Button>
          ) : (
            <p className="text-muted text-xs">
              Images are not stored here. Use these parameters and add the images again.
            </p>
          )}
        </div>
      )}
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
        <Metric name="Cost">
          <Money usd={job.usage?.cost} unknown="The gateway reported no cost for this job" />
          {job.usage?.is_byok && " (BYOK)"}
        </Metric>
        <Metric name="Duration">{formatDuration(tookMs || undefined)}</Metric>
        {endMs !== undefined && <AddressEnd endMs={endMs} />}
        {job.expires_at && (
          <Metric name="Video deleted">
            <Time value={job.expires_at} />
          </Metric>
        )}
      </dl>
    </>
  );
}

/** When the copied address expires; a new one is requested then. */
function AddressEnd({ endMs }: { endMs: number }) {
  const now = useNow();
  if (now === undefined) return null;
  return (
    <Metric name="Link valid for" title="The link needs no key until then. This page renews it when it expires.">
      {formatDuration(Math.max(0, endMs - now))}
    </Metric>
  );
}
