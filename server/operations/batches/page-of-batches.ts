import { type BatchRow, findBatch, listBatches } from "#server/data/batches.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

type Asked = { form?: string; limit: number; afterId?: string | undefined; beforeId?: string | undefined };

/** Returns a page of a workspace's batches, and whether there are more. Throws 400 for a batch that it does not have. */
export async function pageOfBatches(
  { database: { queries } }: Gateway,
  workspaceId: string,
  { form, limit, afterId, beforeId }: Asked,
): Promise<{ rows: BatchRow[]; hasMore: boolean }> {
  const positionOf = async (id: string | undefined) => {
    if (id === undefined) return undefined;
    const row = await findBatch(queries, workspaceId, id);
    if (row) return row.position;
    throw new HttpError(400, "Invalid query: the list has no batch with this ID");
  };
  const [after, before] = [await positionOf(afterId), await positionOf(beforeId)];
  const page = { ...(form && { form }), after, before, limit: limit + 1 };
  const found = await listBatches(queries, workspaceId, page);
  const isBackward = before !== undefined && after === undefined;
  return { rows: isBackward ? found.slice(-limit) : found.slice(0, limit), hasMore: found.length > limit };
}
