import type { Readable } from "node:stream";
import { getVideoContent as endpoint } from "#lib/contract/videos.ts";
import { isOver, type VideoState } from "#lib/video-states.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { findFile } from "#server/data/files.ts";
import { findSignedVideoJob, findVideoJob, type VideoJobRow } from "#server/data/video-jobs.ts";
import { HttpError } from "#server/errors.ts";
import { type Gateway, gateway } from "#server/gateway.ts";
import { type Call, operation } from "#server/http/operation.ts";
import { videoSubject } from "#server/pipeline/video-record.ts";
import type { Push } from "#server/reply.ts";

export const getVideoContent = operation(endpoint)(async (call) => {
  const open = gateway();
  const { index } = call.query;
  const job = await jobInReach(open, call);
  if (!job) throw new HttpError(404, "Video job not found");
  const fileId = contentOf(job, index);
  const file = await findFile(open.database.queries, job.workspaceId, fileId);
  if (!file) throw new HttpError(410, "The video has been deleted");
  return {
    status: 200,
    headers: {
      "content-type": "video/mp4",
      "content-length": String(file.sizeBytes),
      "content-disposition": `inline; filename="${job.id}-${index}.mp4"`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
    body: pushBytes(await open.storage.open(file.id), call.signal),
  };
});

/** The job of a signed address, or one of the caller's workspace. Throws 401 for neither. */
async function jobInReach(
  open: Gateway,
  { principal, params, query }: Call<typeof endpoint>,
): Promise<VideoJobRow | undefined> {
  const { index, expires, signature, workspace_id: workspace } = query;
  const { queries } = open.database;
  if (signature !== undefined && expires !== undefined) {
    const verdict = open.links.verify(videoSubject(params.id, index), expires, signature, open.now() / 1000);
    if (verdict === "valid") return findSignedVideoJob(queries, params.id);
    if (!principal) {
      const why = verdict === "expired" ? "has expired; ask for the job again for a new one" : "is not signed by us";
      throw new HttpError(403, `This address ${why}`);
    }
  }
  if (!principal) throw new HttpError(401, "Missing Authentication header");
  return findVideoJob(queries, await workspaceInReach(open, principal, workspace), params.id);
}

function contentOf({ status, fileIds, error }: VideoJobRow, index: number): string {
  if (!isOver(status as VideoState)) throw new HttpError(409, "The video is not ready yet");
  if (status !== "completed")
    throw new HttpError(410, `There is no video: the job is ${status}. ${error ?? ""}`.trim());
  const fileId = fileIds[index];
  if (fileId === undefined) throw new HttpError(404, `The job has no video ${index}`);
  return fileId;
}

/** At the reader's pace, so that a large video is never in memory. */
function pushBytes(bytes: Readable, left: AbortSignal): Push {
  left.addEventListener("abort", () => bytes.destroy());
  return async (sink) => {
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
      if (!sink.write(chunk)) await sink.drained();
    }
  };
}
