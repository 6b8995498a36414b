import { getVideo as endpoint } from "#lib/contract/videos.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { readsOpenAiVideos } from "#server/caller/clients.ts";
import { findVideoJob } from "#server/data/video-jobs.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { jsonReply } from "#server/http/reply.ts";
import { gateway } from "#server/opened-gateway.ts";
import { originOf, videoRecord } from "#server/pipeline/media/video/video-record.ts";
import { openaiVideo } from "./openai-video.ts";

export const getVideo = operation(endpoint)(async ({ principal, params, query, request }) => {
  const open = gateway();
  const workspaceId = await workspaceInReach(open, principal, query.workspace_id);
  const row = await findVideoJob(open.database.queries, workspaceId, params.id);
  if (!row) throw new HttpError(404, "Video job not found");
  const origin = originOf(open, request.url);
  if (!readsOpenAiVideos(request.headers)) return videoRecord(open, row, origin);
  return jsonReply(openaiVideo(open, principal, row, origin), 200, { "cache-control": "no-store" });
});
