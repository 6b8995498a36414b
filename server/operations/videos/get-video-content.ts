import { getVideoContent as endpoint } from "#lib/contract/videos.ts";
import { isOver, type VideoState } from "#lib/video-states.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { missingKeyError } from "#server/auth/authenticate.ts";
import { findFile } from "#server/data/files.ts";
import { findSignedVideoJob, findVideoJob, type VideoJobRow } from "#server/data/video-jobs.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { storedBytes } from "#server/http/bodies/stored-bytes.ts";
import { type Call, operation } from "#server/http/operation.ts";
import { videoSubject } from "#server/pipeline/media/video/video-record.ts";

export const getVideoContent = operation(endpoint)(async (gateway, call) => {
  const { index } = call.query;
  const job = await jobInReach(gateway, call);
  if (!job) throw new HttpError(404, "Video job not found");
  const fileId = contentOf(job, index);
  const file = await findFile(gateway.database.queries, job.workspaceId, fileId);
  if (!file) throw new HttpError(410, "The video has been deleted");
  return storedBytes(call, {
    id: file.id,
    sizeBytes: file.sizeBytes,
    headers: { "content-type": "video/mp4", "content-disposition": `inline; filename="${job.id}-${index}.mp4"` },
    open: (span) => gateway.storage.open(file.id, span),
  });
});

/** Returns the job of a signed link, or one of the caller's workspace. Throws 401 without either. */
async function jobInReach(
  gateway: Gateway,
  { principal, params, query }: Call<typeof endpoint>,
): Promise<VideoJobRow | undefined> {
  const { index, expires, signature, workspace_id: workspace } = query;
  const { queries } = gateway.database;
  if (signature !== undefined && expires !== undefined) {
    const verdict = gateway.links.verify(videoSubject(params.id, index), expires, signature, gateway.now() / 1000);
    if (verdict === "valid") return findSignedVideoJob(queries, params.id);
    if (!principal) {
      const why =
        verdict === "expired" ? "has expired; request the job again to get a new one" : "has an invalid signature";
      throw new HttpError(403, `This link ${why}`);
    }
  }
  if (!principal) throw missingKeyError();
  return findVideoJob(queries, await requireWorkspace(gateway, principal, workspace), params.id);
}

function contentOf({ status, fileIds, error, videosRemovedAt }: VideoJobRow, index: number): string {
  if (!isOver(status as VideoState)) throw new HttpError(409, "The video is not ready yet");
  if (status !== "completed")
    throw new HttpError(410, `There is no video: the job is ${status}. ${error ?? ""}`.trim());
  if (videosRemovedAt) {
    throw new HttpError(410, `The video has expired: it was removed at ${videosRemovedAt.toISOString()}`);
  }
  const fileId = fileIds[index];
  if (fileId === undefined) throw new HttpError(404, `The job has no video ${index}`);
  return fileId;
}
