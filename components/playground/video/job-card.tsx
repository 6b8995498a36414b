"use client";

import { ArrowUpRight, PencilLine, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { VideoStateChip } from "#components/ui/feedback/video-state-chip.tsx";
import { textOf } from "../read-json.ts";
import { RoutingTrail } from "../result/routing-trail.tsx";
import { JobEnd } from "./job-end.tsx";
import { JobVideos } from "./job-videos.tsx";
import { JobWait } from "./job-wait.tsx";
import { notifyOfEnd } from "./notify-job.ts";
import type { StoredJob } from "./stored-jobs.ts";
import { useJob } from "./use-job.ts";

type JobCardProps = { kept: StoredJob; onRetry: () => void; onTake: () => void; onRemove: () => void };

/** One video started here: its state, result and actions. */
export function JobCard({ kept, onRetry, onTake, onRemove }: JobCardProps) {
  const { slug } = useShell().currentWorkspace;
  const watched = useJob(kept);
  const { job, isGone, isOver } = watched;
  // Jobs that ended before the page was opened are not announced.
  const [seenRunning, setSeenRunning] = useState(false);
  if (job && !isOver && !seenRunning) setSeenRunning(true);
  const prompt = textOf(kept.body.prompt);
  const state = isGone ? "gone" : (job?.status ?? "pending");
  const hasJustEnded = isOver && seenRunning;
  const ending = state === "completed" ? "The video is ready." : "The video could not be generated.";
  useEffect(() => {
    if (hasJustEnded) notifyOfEnd(kept.id, ending, prompt);
  }, [hasJustEnded, kept.id, ending, prompt]);
  return (
    <article aria-label={`Video of ${prompt}`} aria-busy={!isOver && !isGone} className="flex min-w-0 flex-col gap-3">
      <header className="flex min-w-0 items-center gap-2 pointer-coarse:-my-1.5">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
          <VideoStateChip status={state} />
          <span className="min-w-0 break-words font-medium font-mono text-xs">{textOf(kept.body.model)}</span>
          <span className="min-w-0 text-muted text-xs">{shapeOf(kept)}</span>
        </div>
        <IconButton size="small" label="Use these parameters" onClick={onTake}>
          <PencilLine aria-hidden />
        </IconButton>
        <IconButton size="small" label="Remove from this list" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </header>
      <p className="line-clamp-3 max-w-[80ch] whitespace-pre-wrap break-words text-sm">{prompt}</p>
      {isGone && <p className="text-sm">This job no longer exists in the workspace.</p>}
      {!isOver && !isGone && <JobWait kept={kept} watched={watched} />}
      {job?.status === "completed" && <JobVideos job={job} />}
      {job && isOver && <JobEnd job={job} onRetry={onRetry} mayRetry={kept.picturesLeftOut === 0} />}
      {!isGone && (
        <Link
          href={`/w/${slug}/jobs?peek=${encodeURIComponent(kept.id)}`}
          className="flex min-h-6 w-fit items-center gap-1.5 rounded-sm text-muted text-xs hover:text-ink"
        >
          <ArrowUpRight className="size-3.5" aria-hidden />
          Open in Jobs
        </Link>
      )}
      {isOver && <RoutingTrail routing={kept.routing} generationId={job?.generation_id} />}
      <span role="status" className="sr-only">
        {hasJustEnded && ending}
      </span>
    </article>
  );
}

/** Returns the request's other settings: "4 s, 480p, 16:9". */
function shapeOf({ body }: StoredJob): string {
  const seconds = typeof body.duration === "number" ? `${body.duration} s` : "";
  return [seconds, textOf(body.size), textOf(body.resolution), textOf(body.aspect_ratio)].filter(Boolean).join(", ");
}
