"use client";

import { useQuery } from "@tanstack/react-query";
import { useMay } from "#components/shell/use-may.ts";
import { ApiErrorState } from "#components/ui/api-error-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IdPill } from "#components/ui/id-pill.tsx";
import { Money } from "#components/ui/money.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Loading, Skeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { VideoStateChip } from "#components/ui/video-state-chip.tsx";
import { urlOf } from "#lib/api/client.ts";
import { query } from "#lib/api/query.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { getVideoContent, listVideos } from "#lib/contract/videos.ts";
import { listWebhookDeliveries } from "#lib/contract/webhooks.ts";
import { isSettled } from "#lib/video-states.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { JobKey } from "./job-key.tsx";
import { usePeek } from "./job-view.ts";
import type { VideoEntry } from "./use-jobs.ts";

/** One job beside the list: its video, what it cost, who was told of it. */
export function JobPeek({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [peek] = usePeek();
  return (
    <Sheet modal={false} open={open} onOpenChange={(next) => !next && onClose()} title="Video job">
      {peek && <Peeked key={peek} id={peek} />}
    </Sheet>
  );
}

function Peeked({ id }: { id: string }) {
  const seesDeliveries = useMay(listWebhookDeliveries);
  const { data, error, refetch, isFetching } = useQuery({
    ...query(listVideos, { query: { id } }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => !isSettled(status)) ? 2_000 : false),
  });
  if (error && !data) {
    return <ApiErrorState title="The job could not be loaded" error={error} onRetry={refetch} retrying={isFetching} />;
  }
  if (!data) {
    return (
      <Loading label="job" className="flex flex-col gap-4">
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  }
  const job = data.data[0];
  if (!job) return <ErrorState title="There is no such job in this workspace" />;
  return (
    <>
      <Videos job={job} />
      <Kept job={job} />
      {job.error && <p className="break-words text-bad text-sm">{job.error}</p>}
      {job.prompt && <p className="max-h-48 overflow-y-auto whitespace-pre-wrap break-words text-sm">{job.prompt}</p>}
      <Facts job={job} />
      {seesDeliveries && <DeliveryList id={id} isSettled={isSettled(job.status)} />}
    </>
  );
}

/** Until when its videos can be had; a job that has made none says nothing. */
function Kept({ job }: { job: VideoEntry }) {
  if (!job.expires_at) return null;
  const isGone = job.unsigned_urls === undefined;
  return (
    <p className="text-muted text-sm">
      {isGone ? "The video was removed " : "The video is kept until "}
      <Time value={job.expires_at} format="absolute" />
      {isGone ? "; what the job was stays." : "."}
    </p>
  );
}

function Videos({ job }: { job: VideoEntry }) {
  return (job.unsigned_urls ?? []).map((address, index) => {
    const query = { index, workspace_id: currentWorkspace() };
    return (
      // The provider sends no captions.
      <video
        key={new URL(address).searchParams.get("index")}
        controls
        muted
        preload="metadata"
        aria-label={`Video ${index + 1} of the job`}
        className="max-h-96 w-full rounded-md bg-well"
        src={urlOf(getVideoContent, { params: { id: job.id }, query })}
      />
    );
  });
}

function Facts({ job }: { job: VideoEntry }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm [&_dt]:text-muted">
      <dt>State</dt>
      <dd>
        <VideoStateChip status={job.status} />
      </dd>
      <dt>Model</dt>
      <dd className="break-all font-mono text-xs">{job.model}</dd>
      <dt>Video</dt>
      <dd>
        {job.duration} s, {job.resolution}, {job.aspect_ratio}
      </dd>
      <dt>Key</dt>
      <dd>
        <JobKey job={job} />
      </dd>
      <dt>Job</dt>
      <dd>
        <IdPill id={job.id} label="job id" ends={10} />
      </dd>
      <dt>Path to ask</dt>
      <dd>
        <IdPill id={job.polling_url} label="polling path" ends={14} />
      </dd>
      {job.generation_id && (
        <>
          <dt>Call</dt>
          <dd>
            <IdPill id={job.generation_id} label="generation id" ends={10} />
          </dd>
        </>
      )}
      <dt>Cost</dt>
      <dd>
        <Money usd={job.usage?.cost} unknown="Charged when the job is over" />
        {job.usage?.is_byok && " through your own provider key"}
      </dd>
    </dl>
  );
}
