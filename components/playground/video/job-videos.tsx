"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { urlOf } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { getVideoContent } from "#lib/contract/videos.ts";
import type { WatchedJob } from "./use-job.ts";

type JobVideosProps = { job: NonNullable<WatchedJob["job"]>; details: WatchedJob["details"] };

/** The videos of a job that is done, to be played, kept and passed on. */
export function JobVideos({ job, details }: JobVideosProps) {
  const addresses = job.unsigned_urls ?? [];
  if (addresses.length === 0) return <p className="text-muted text-sm">Its video has been removed.</p>;
  return addresses.map((address, index) => (
    <OneVideo
      key={new URL(address).searchParams.get("index")}
      name={addresses.length > 1 ? `Video ${index + 1}` : "Video"}
      source={urlOf(getVideoContent, { params: { id: job.id }, query: { index, workspace_id: currentWorkspace() } })}
      filename={`${job.id}${addresses.length > 1 ? `-${index + 1}` : ""}.mp4`}
      address={address}
      ratio={details?.aspect_ratio}
    />
  ));
}

type OneVideoProps = { name: string; source: string; filename: string; address: string; ratio: string | undefined };

function OneVideo({ name, source, filename, address, ratio = "16:9" }: OneVideoProps) {
  const [broken, setBroken] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      {/* Muted, since it has no captions. */}
      <video
        controls
        muted
        playsInline
        preload="metadata"
        aria-label={name}
        style={{ aspectRatio: ratio.replace(":", "/") }}
        className="max-h-[55vh] max-w-full rounded-md bg-well max-md:w-full md:h-80"
        src={source}
        onError={() => setBroken(true)}
      />
      {broken && (
        <p role="alert" className="text-bad text-sm">
          This browser could not play it. Download it instead; a video that has been removed cannot be had any more.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" asChild>
          <a href={source} download={filename}>
            <Download aria-hidden />
            Download
          </a>
        </Button>
        <CopyButton text={address} label={`Copy the address of ${name.toLowerCase()}`}>
          Copy address
        </CopyButton>
      </div>
    </div>
  );
}
