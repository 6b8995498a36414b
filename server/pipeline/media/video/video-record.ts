import type { z } from "zod";
import type { VideoJob, VideoJobEntry } from "#lib/contract/videos.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { isOver, type VideoState } from "#lib/video-states.ts";
import type { VideoJobRow } from "#server/data/video-jobs.ts";
import type { Gateway } from "#server/gateway.ts";
import type { VideoShape } from "#server/providers/video.ts";

/** How long an address without a key holds. */
const LINK_SECONDS = 3600;
const DAY_MS = 86_400_000;

/** A job as its caller reads it; `origin` is where the gateway is reached. */
export function videoRecord(
  { links, now }: Pick<Gateway, "links" | "now">,
  row: VideoJobRow,
  origin: string,
): z.output<typeof VideoJob> {
  const status = row.status as VideoState;
  const path = `/api/v1/videos/${row.id}`;
  const expires = Math.floor(now() / 1000) + LINK_SECONDS;
  const urls = row.fileIds.map((_, index) => {
    const signature = links.sign(videoSubject(row.id, index), expires);
    return new URL(`${path}/content?index=${index}&expires=${expires}&signature=${signature}`, origin).href;
  });
  return {
    id: row.id,
    polling_url: path,
    status,
    ...(row.error !== null && { error: row.error }),
    ...(isOver(status) && { generation_id: row.generationId }),
    ...(status === "completed" && !row.videosRemovedAt && { unsigned_urls: urls }),
    ...(row.costNanoUsd !== null && {
      usage: { cost: row.isByok ? 0 : usdOf(row.costNanoUsd), is_byok: row.isByok },
    }),
  };
}

/** When its videos are removed, or were; undefined for a job that has made none. */
export function expiryOf({ environment }: Pick<Gateway, "environment">, row: VideoJobRow): Date | undefined {
  if (row.videosRemovedAt) return row.videosRemovedAt;
  if (row.fileIds.length === 0 || !row.completedAt) return undefined;
  return new Date(row.completedAt.getTime() + environment.VIDEO_RETENTION_DAYS * DAY_MS);
}

/** The same with what a list shows of a job. */
export function videoEntry(
  open: Pick<Gateway, "links" | "now" | "environment">,
  row: VideoJobRow,
  origin: string,
): Omit<z.output<typeof VideoJobEntry>, "prompt" | "api_key_hash" | "api_key_name" | "callback"> {
  const { seconds, resolution, aspectRatio } = row.shape as VideoShape;
  return {
    ...videoRecord(open, row, origin),
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    expires_at: expiryOf(open, row)?.toISOString() ?? null,
    model: row.model,
    provider: row.provider,
    duration: seconds,
    resolution,
    aspect_ratio: aspectRatio,
  };
}

/** What a signature is about. */
export function videoSubject(id: string, index: number): string {
  return `video ${id} ${index}`;
}

/** Where callers reach the gateway: as the operator says, else as this one did. */
export function originOf({ environment }: Pick<Gateway, "environment">, url: string): string {
  return environment.PUBLIC_URL ?? new URL(url).origin;
}
