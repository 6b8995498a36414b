import { listVideos as endpoint } from "#lib/contract/videos.ts";
import type { DELIVERY_STATES } from "#lib/contract/webhooks.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { readsOpenAiVideos } from "#server/caller/clients.ts";
import type { Principal } from "#server/caller/principal.ts";
import { listVideoJobs, type VideoJobRow } from "#server/data/video-jobs.ts";
import { latestDeliveries } from "#server/data/webhooks.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { originOf, videoEntry } from "#server/pipeline/media/video/video-record.ts";
import { openaiList } from "./openai-video.ts";
import { canReadPrompt } from "./prompt-access.ts";

type DeliveryState = (typeof DELIVERY_STATES)[number];

const SHOWN_OF_PROMPT = 300;

export const listVideos = operation(endpoint)(async (gateway, { principal, query, request }) => {
  const { workspace_id: workspace, after, order, ...page } = query;
  const workspaceId = await requireWorkspace(gateway, principal, workspace);
  if (readsOpenAiVideos(request.headers)) {
    const { limit } = page;
    return openaiList(
      { gateway, principal, origin: originOf(gateway, request.url) },
      { workspaceId, after, order, limit },
    );
  }
  const { rows, total } = await listVideoJobs(gateway.database.queries, { workspaceId, ...page });
  const origin = originOf(gateway, request.url);
  const shown = page.id === undefined ? SHOWN_OF_PROMPT : undefined;
  const ids = rows.map(({ id }) => id);
  const callbacks = await latestDeliveries(gateway.database.queries, workspaceId, ids);
  const data = rows.map((row) => ({
    ...videoEntry(gateway, row, origin),
    ...requestFieldsOf(gateway, principal, row, shown),
    callback: (callbacks.get(row.id) as DeliveryState | undefined) ?? null,
  }));
  return { data, total_count: total };
});

/** Returns a job's prompt and key. */
function requestFieldsOf({ keys }: Gateway, principal: Principal, row: VideoJobRow, shown: number | undefined) {
  if (!canReadPrompt(principal, row)) return { prompt: null, api_key_hash: null, api_key_name: null };
  const name = row.keyHash === null ? undefined : keys.find(row.keyHash)?.name;
  return { prompt: row.prompt?.slice(0, shown) ?? null, api_key_hash: row.keyHash, api_key_name: name ?? null };
}
