import { isOver, type VideoState } from "#lib/video-states.ts";
import type { ApiResponse } from "#server/api-response.ts";
import type { Principal } from "#server/caller/principal.ts";
import { listVideoJobsAfter, type VideoJobRow } from "#server/data/video-jobs.ts";
import type { Gateway } from "#server/gateway.ts";
import { jsonResponse } from "#server/http/send-response.ts";
import { expiryOf, videoRecord } from "#server/pipeline/media/video/video-record.ts";
import type { VideoShape } from "#server/providers/video.ts";
import { canReadPrompt } from "./prompt-access.ts";

/** States in OpenAI's dialect, which has none for a canceled or expired job. */
const STATUSES: Readonly<Record<VideoState, string>> = {
  pending: "queued",
  in_progress: "in_progress",
  completed: "completed",
  failed: "failed",
  cancelled: "failed",
  expired: "failed",
};

/** Converts a job to the record that OpenAI's clients read, with the additional fields of our own. */
export function openaiVideo(gateway: Gateway, principal: Principal, row: VideoJobRow, origin: string) {
  const status = row.status as VideoState;
  const { seconds, width, height } = row.shape as VideoShape;
  const expiry = expiryOf(gateway, row);
  const isFailed = isOver(status) && status !== "completed";
  return {
    ...videoRecord(gateway, row, origin),
    object: "video",
    status: STATUSES[status],
    error: isFailed ? { code: status, message: row.error ?? `The job is ${status}` } : null,
    model: row.model,
    // Few providers report progress.
    progress: status === "completed" ? 100 : 0,
    created_at: unixSeconds(row.createdAt),
    completed_at: row.completedAt && unixSeconds(row.completedAt),
    expires_at: expiry ? unixSeconds(expiry) : null,
    prompt: canReadPrompt(principal, row) ? row.prompt : null,
    remixed_from_video_id: null,
    seconds: String(seconds),
    size: `${width}x${height}`,
  };
}

type Reader = { gateway: Gateway; principal: Principal; origin: string };

/** Returns a page of jobs as OpenAI's clients read it. */
export async function openaiList(
  { gateway, principal, origin }: Reader,
  { limit, ...page }: Parameters<typeof listVideoJobsAfter>[1],
): Promise<ApiResponse> {
  // One more row than requested shows whether there is a next page.
  const rows = await listVideoJobsAfter(gateway.database.queries, { ...page, limit: limit + 1 });
  const data = rows.slice(0, limit).map((row) => openaiVideo(gateway, principal, row, origin));
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  const list = { object: "list", data, has_more: rows.length > limit, ...ends };
  return jsonResponse(list, 200, { "cache-control": "no-store" });
}

function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
