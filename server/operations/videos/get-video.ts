import { getVideo as endpoint } from "#lib/contract/videos.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { readsOpenAiVideos } from "#server/caller/clients.ts";
import { findVideoJob } from "#server/data/video-jobs.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { jsonResponse } from "#server/http/send-response.ts";
import { originOf, videoRecord } from "#server/pipeline/media/video/video-record.ts";
import { openaiVideo } from "./openai-video.ts";

export const getVideo = operation(endpoint)(async (gateway, { principal, params, query, request }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const row = await findVideoJob(gateway.database.queries, workspaceId, params.id);
  if (!row) throw new HttpError(404, "Video job not found");
  const origin = originOf(gateway, request.url);
  if (!readsOpenAiVideos(request.headers)) return videoRecord(gateway, row, origin);
  return jsonResponse(openaiVideo(gateway, principal, row, origin), 200, { "cache-control": "no-store" });
});
