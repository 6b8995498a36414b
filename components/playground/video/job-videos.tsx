"use client";

import { VideoPlayer } from "#components/ui/display/video-player.tsx";
import { urlOf } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { getVideoContent } from "#lib/contract/videos.ts";
import type { VideoEntry } from "./use-job.ts";

/** The videos of a finished job, with a player, download and links. */
export function JobVideos({ job }: { job: VideoEntry }) {
  const addresses = job.unsigned_urls ?? [];
  if (addresses.length === 0) return <p className="text-muted text-sm">The video has been deleted.</p>;
  const several = addresses.length > 1;
  return addresses.map((address, index) => (
    <VideoPlayer
      key={new URL(address).searchParams.get("index")}
      name={several ? `Video ${index + 1}` : "Video"}
      source={urlOf(getVideoContent, { params: { id: job.id }, query: { index, workspace_id: currentWorkspace() } })}
      filename={`${job.id}${several ? `-${index + 1}` : ""}.mp4`}
      address={address}
      ratio={job.aspect_ratio}
      className="max-h-[55vh] max-md:w-full md:h-80"
    />
  ));
}
