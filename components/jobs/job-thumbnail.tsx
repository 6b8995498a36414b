"use client";

import { useEffect, useRef, useState } from "react";
import { urlOf } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { getVideoContent } from "#lib/contract/videos.ts";
import type { VideoEntry } from "./use-jobs.ts";

/** The first frame of a job's video, loaded once it is in view; an empty box for a job without one. */
export function JobThumbnail({ job }: { job: Pick<VideoEntry, "id" | "unsigned_urls"> }) {
  const box = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  const hasVideo = (job.unsigned_urls?.length ?? 0) > 0;
  useEffect(() => {
    if (!box.current || !hasVideo) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [hasVideo]);
  const query = { index: 0, workspace_id: currentWorkspace() };
  return (
    <span ref={box} aria-hidden className="block h-7 w-12 shrink-0 overflow-hidden rounded-sm bg-well">
      {isSeen && (
        <video
          // The fragment makes browsers show a frame, without the whole file.
          src={`${urlOf(getVideoContent, { params: { id: job.id }, query })}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
