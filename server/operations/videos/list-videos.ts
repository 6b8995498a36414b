import { listVideos as endpoint } from "#lib/contract/videos.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { listVideoJobs } from "#server/data/video-jobs.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { originOf, videoEntry } from "#server/pipeline/video-record.ts";

export const listVideos = operation(endpoint)(async ({ principal, query, request }) => {
  const open = gateway();
  const { workspace_id: workspace, ...page } = query;
  const workspaceId = await workspaceInReach(open, principal, workspace);
  const { rows, total } = await listVideoJobs(open.database.queries, { workspaceId, ...page });
  const origin = originOf(open, request.url);
  return { data: rows.map((row) => videoEntry(open, row, origin)), total_count: total };
});
