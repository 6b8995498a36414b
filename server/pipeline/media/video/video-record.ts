import type { z } from "zod";
import type { VideoJob, VideoJobEntry } from "#lib/contract/videos.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { isOver, type VideoState } from "#lib/video-states.ts";
import type { VideoJobRow } from "#server/data/video-jobs.ts";
import type { PipelineGateway } from "#server/pipeline/pipeline-gateway.ts";
import type { VideoShape } from "#server/providers/video.ts";

/** How long a signed URL is valid. */
const LINK_SECONDS = 3600;
const DAY_MS = 86_400_000;

/** Returns a job in the contract's format. `origin`: the gateway's public address. */
export function videoRecord(
  { links, now }: Pick<PipelineGateway, "links" | "now">,
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

/** Returns when the job's videos are or were removed; undefined for a job without videos. */
export function expiryOf({ environment }: Pick<PipelineGateway, "environment">, row: VideoJobRow): Date | undefined {
  if (row.videosRemovedAt) return row.videosRemovedAt;
  if (row.fileIds.length === 0 || !row.completedAt) return undefined;
  return new Date(row.completedAt.getTime() + environment.VIDEO_RETENTION_DAYS * DAY_MS);
}

/** Returns the same with the fields that a list of jobs shows. */
export function videoEntry(
  gateway: Pick<PipelineGateway, "links" | "now" | "environment">,
  row: VideoJobRow,
  origin: string,
): Omit<z.output<typeof VideoJobEntry>, "prompt" | "api_key_hash" | "api_key_name" | "callback"> {
  const { seconds, resolution, aspectRatio } = row.shape as VideoShape;
  return {
    ...videoRecord(gateway, row, origin),
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    expires_at: expiryOf(gateway, row)?.toISOString() ?? null,
    model: row.model,
    provider: row.provider,
    duration: seconds,
    resolution,
    aspect_ratio: aspectRatio,
  };
}

/** Returns the text that a video URL's signature covers. */
export function videoSubject(id: string, index: number): string {
  return `video ${id} ${index}`;
}

/** Returns the gateway's public address: `PUBLIC_URL` if it is set, else the origin of this request. */
export function originOf({ environment }: Pick<PipelineGateway, "environment">, url: string): string {
  return environment.PUBLIC_URL ?? new URL(url).origin;
}
