import { type VideoEvent, type VideoState, videoStateAfter } from "#lib/video-states.ts";
import { jsonText } from "#server/data/json-text.ts";
import { finishVideoJob, type VideoJobRow } from "#server/data/video-jobs.ts";
import { queueMessage } from "#server/data/webhooks.ts";
import { toColumns } from "#server/ledger/columns.ts";
import { createGroup } from "#server/ledger/limits/row-group.ts";
import { finalCharge, type VideoCharge } from "#server/pipeline/media/video/video-charge.ts";
import { videoRecord } from "#server/pipeline/media/video/video-record.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { VideoGateway } from "./video-gateway.ts";

export type EndedVideo = {
  event: VideoEvent;
  error: string | null;
  fileIds: string[];
  /** Undefined: the units requested. Empty: nothing is charged. */
  usage: Usage | undefined;
  rawUsage?: Record<string, unknown>;
  isEstimated?: boolean;
};

const FINISHES: Partial<Record<VideoState, string>> = { completed: "stop", cancelled: "cancelled" };

/**
 * Ends a job that this process holds and charges for it, once even if called repeatedly. Returns false if the job has
 * already ended.
 */
export async function endVideo(gateway: VideoGateway, job: VideoJobRow, ended: EndedVideo): Promise<boolean> {
  const status = videoStateAfter(job.status as VideoState, ended.event);
  if (!status) return false;
  const { row, uses } = finalCharge(job.charge as VideoCharge, {
    usage: ended.usage,
    ...(ended.rawUsage && { rawUsage: ended.rawUsage }),
    isEstimated: ended.isEstimated ?? false,
    finish: FINISHES[status] ?? "error",
    error: ended.error,
    endedMs: gateway.now(),
  });
  const group = createGroup(job.leaseId);
  group.add({ row, rowJson: jsonText(toColumns(row)), uses });
  const outcome = { status, error: ended.error, fileIds: ended.fileIds, costNanoUsd: row.costNanoUsd };
  const lease = { id: job.id, processId: gateway.processId };
  const isEnded = await finishVideoJob(gateway.database.pool, lease, outcome, group.finish(), (connection) => {
    const over = { ...job, ...outcome };
    const event = `video.generation.${status}`;
    const body = JSON.stringify({ type: event, data: videoRecord(gateway, over, job.origin) });
    const { workspaceId, id: jobId } = job;
    return queueMessage(
      connection,
      { workspaceId, jobId, idempotencyKey: `${jobId}:${status}`, event, body },
      job.callbackUrl,
    );
  });
  if (isEnded) {
    gateway.metrics.countCall(row);
    gateway.deliveriesDue.wake();
  }
  return isEnded;
}
