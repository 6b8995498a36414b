"use client";

import { useQuery } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { VideoPlayer } from "#components/ui/display/video-player.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { ErrorState } from "#components/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { urlOf } from "#lib/api/client.ts";
import { query } from "#lib/api/query.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { getVideoContent, listVideos } from "#lib/contract/videos.ts";
import { listWebhookDeliveries } from "#lib/contract/webhooks.ts";
import { videoLink } from "#lib/video-link.ts";
import { pauseOf } from "#lib/video-polling.ts";
import { isSettled } from "#lib/video-states.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { JobFacts } from "./job-facts.tsx";
import { JobPrompt } from "./job-prompt.tsx";
import { usePeek } from "./job-view.ts";
import type { VideoEntry } from "./use-jobs.ts";

/** One job next to the list: its video, cost and webhook deliveries. */
export function JobPeek({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [peek] = usePeek();
  return (
    <Sheet modal={false} open={open} onOpenChange={(next) => !next && onClose()} title="Video job">
      {peek && <JobDetails key={peek} id={peek} />}
    </Sheet>
  );
}

function JobDetails({ id }: { id: string }) {
  const seesDeliveries = usePermission(listWebhookDeliveries);
  const result = useQuery({
    ...query(listVideos, { query: { id } }),
    refetchInterval: ({ state }) => {
      const seen = state.data?.data[0];
      return seen && !isSettled(seen.status) ? pauseOf(state.dataUpdatedAt - Date.parse(seen.created_at)) : false;
    },
  });
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The job could not be loaded" result={result} />;
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
  if (!job) return <ErrorState title="Job not found in this workspace" />;
  return (
    <>
      <Videos job={job} />
      <Retention job={job} />
      {job.error && <p className="break-words text-bad text-sm">{job.error}</p>}
      {job.prompt && <JobPrompt text={job.prompt} />}
      <JobFacts job={job} />
      <RunAgain job={job} />
      {seesDeliveries && <DeliveryList id={id} isSettled={isSettled(job.status)} />}
    </>
  );
}

/** How long the job's videos are available; nothing for a job without videos. */
function Retention({ job }: { job: VideoEntry }) {
  if (!job.expires_at) return null;
  const isDeleted = job.unsigned_urls === undefined;
  return (
    <p className="text-muted text-sm">
      {isDeleted ? "The video was deleted " : "The video is kept until "}
      <Time value={job.expires_at} format="absolute" />
      {isDeleted ? "; the job's record stays." : "."}
    </p>
  );
}

function Videos({ job }: { job: VideoEntry }) {
  return (job.unsigned_urls ?? []).map((address, index) => {
    const query = { index, workspace_id: currentWorkspace() };
    return (
      <VideoPlayer
        key={new URL(address).searchParams.get("index")}
        name={`Video ${index + 1} of the job`}
        source={urlOf(getVideoContent, { params: { id: job.id }, query })}
        filename={`${job.id}-${index + 1}.mp4`}
        address={address}
        ratio={job.aspect_ratio}
        className="max-h-96 w-full"
      />
    );
  });
}

/** A link to the playground with the job's parameters, without its images, which are not stored. */
function RunAgain({ job }: { job: VideoEntry }) {
  const { slug } = useShell().currentWorkspace;
  const { model, prompt, duration, resolution, aspect_ratio } = job;
  return (
    <Button asChild className="w-fit">
      <Link href={videoLink(slug, { model, prompt: prompt ?? undefined, duration, resolution, aspect_ratio })}>
        <PencilLine aria-hidden />
        Run again with changes
      </Link>
    </Button>
  );
}
