import { getVideo as endpoint } from "#lib/contract/videos.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { findVideoJob } from "#server/data/video-jobs.ts";
import { HttpError } from "#server/errors.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { originOf, videoRecord } from "#server/pipeline/video-record.ts";

export const getVideo = operation(endpoint)(async ({ principal, params, query, request }) => {
  const open = gateway();
  const workspaceId = await workspaceInReach(open, principal, query.workspace_id);
  const row = await findVideoJob(open.database.queries, workspaceId, params.id);
  if (!row) throw new HttpError(404, "Video job not found");
  return videoRecord(open, row, originOf(open, request.url));
});
