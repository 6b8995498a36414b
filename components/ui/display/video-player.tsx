"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { cn } from "#lib/cn.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy/copy-button.tsx";

type VideoPlayerProps = {
  /** Names it for assistive technology: "Video 1 of the job". */
  name: string;
  /** The URL for this browser. */
  source: string;
  /** The file name of a download. */
  filename: string;
  /** The URL for others, which needs no key. */
  address: string;
  /** The aspect ratio until the video has loaded: "16:9". */
  ratio: string;
  /** Class names that limit its size. */
  className?: string;
};

/** A video player with buttons to download and share it. */
export function VideoPlayer({ name, source, filename, address, ratio, className }: VideoPlayerProps) {
  const [broken, setBroken] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      {/* Muted, since providers send no captions. */}
      <video
        controls
        muted
        playsInline
        preload="metadata"
        aria-label={name}
        style={{ aspectRatio: ratio.replace(":", "/") }}
        className={cn("max-w-full rounded-md bg-well", className)}
        src={source}
        onError={() => setBroken(true)}
      />
      {broken && (
        <p role="alert" className="text-bad text-sm">
          Your browser cannot play this video. Download it instead.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" asChild>
          <a href={source} download={filename}>
            <Download aria-hidden />
            Download
          </a>
        </Button>
        <CopyButton text={address} label={`Copy the URL of ${name}`}>
          Copy URL
        </CopyButton>
      </div>
    </div>
  );
}
