import type { BodyOf } from "#lib/contract/endpoint.ts";
import { createMessageBatch as endpoint } from "#lib/contract/message-batches.ts";
import { ownerOf } from "#server/auth/ownership.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { originOf } from "#server/pipeline/media/video/video-record.ts";
import { requestTags } from "#server/pipeline/request-tags.ts";
import { spoolFolder } from "#server/storage/open-storage.ts";
import { withSpool } from "#server/storage/spool.ts";
import { storeFile } from "#server/storage/store-file.ts";
import { createInputCost } from "./input-cost.ts";
import { messageBatchRecord } from "./message-batch-record.ts";
import { newBatchId, requireRoomForBatch, startBatch } from "./new-batch.ts";

const PATH = "/v1/messages";
const BETA = "anthropic-beta";

/** The requests become a file, as in OpenAI's form, so that the rest is the same for both. */
export const createMessageBatch = operation(endpoint)(async (gateway, call) => {
  const { principal, body, raw } = call;
  const { BATCH_MAX_REQUESTS: most } = gateway.environment;
  if (body.requests.length > most)
    throw new HttpError(413, `A batch can have at most ${most} requests; this one has ${body.requests.length}`);
  requireDistinctIds(body);
  // As sent: numbers that JavaScript cannot represent stay as they are.
  const requests = raw.requests as { custom_id: string; params: Record<string, unknown> }[];
  const tags = requestTags({}, call.headers, principal.key?.tags ?? null);
  const inputCost = createInputCost(gateway, principal, PATH, tags);
  for (const { params } of requests) inputCost.add(params);
  await inputCost.require();
  await requireRoomForBatch(gateway, call);
  const id = newBatchId("anthropic");
  const file = await withSpool(spoolFolder(gateway.environment), async (spool) => {
    await spool.write(linesOf(requests, call.headers.get(BETA)));
    return storeFile(gateway, spool, {
      workspaceId: principal.workspaceId,
      ...ownerOf(principal),
      filename: `${id}.jsonl`,
      mimeType: "application/jsonl",
      purpose: "batch",
      downloadable: false,
    });
  });
  const total = requests.length;
  const usesProviders = body.provider?.batch !== "gateway";
  const given = { id, form: "anthropic", endpoint: PATH, inputFileId: file.id, total, usesProviders };
  const row = await startBatch(gateway, call, given);
  return messageBatchRecord(row, originOf(gateway, call.request.url));
});

function requireDistinctIds({ requests }: BodyOf<typeof endpoint>): void {
  const seen = new Set<string>();
  for (const [index, { custom_id: customId }] of requests.entries()) {
    if (seen.has(customId))
      throw new HttpError(400, `Invalid request: requests[${index}].custom_id: ${customId} is not unique`);
    seen.add(customId);
  }
}

/** `beta`: the features in beta of all requests, which each line repeats. */
async function* linesOf(requests: readonly { custom_id: string; params: unknown }[], beta: string | null) {
  const fixed = { method: "POST", url: PATH, ...(beta !== null && { headers: { [BETA]: beta } }) };
  for (const { custom_id, params } of requests)
    yield Buffer.from(`${JSON.stringify({ custom_id, ...fixed, body: params })}\n`);
}
