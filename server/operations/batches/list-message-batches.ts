import { listMessageBatches as endpoint } from "#lib/contract/message-batches.ts";
import { operation } from "#server/http/operation.ts";
import { originOf } from "#server/pipeline/media/video/video-record.ts";
import { messageBatchRecord } from "./message-batch-record.ts";
import { pageOfBatches } from "./page-of-batches.ts";

export const listMessageBatches = operation(endpoint)(async (gateway, { principal, query, request }) => {
  const { limit, after_id: afterId, before_id: beforeId } = query;
  const asked = { form: "anthropic", limit, afterId, beforeId };
  const { rows, hasMore } = await pageOfBatches(gateway, principal.workspaceId, asked);
  const origin = originOf(gateway, request.url);
  return {
    data: rows.map((row) => messageBatchRecord(row, origin)),
    has_more: hasMore,
    first_id: rows[0]?.id ?? null,
    last_id: rows.at(-1)?.id ?? null,
  };
});
