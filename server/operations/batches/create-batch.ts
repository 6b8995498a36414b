import { createBatch as endpoint } from "#lib/contract/batches.ts";
import { findFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { batchRecord } from "./batch-record.ts";
import { newBatchId, requireRoomForBatch, startBatch } from "./new-batch.ts";

export const createBatch = operation(endpoint)(async (gateway, call) => {
  const { input_file_id: inputFileId, endpoint: path, metadata, output_expires_after: kept, provider } = call.body;
  const file = await findFile(gateway.database.queries, call.principal.workspaceId, inputFileId);
  if (!file) throw new HttpError(404, `No such file: ${inputFileId}`);
  if (file.purpose !== "batch")
    throw new HttpError(400, "Invalid request: input_file_id: upload the file with purpose `batch`");
  if (!isText(file.mimeType)) throw new HttpError(400, "Invalid request: input_file_id: must be a JSONL file");
  await requireRoomForBatch(gateway, call);
  const id = newBatchId("openai");
  const usesProviders = provider?.batch !== "gateway";
  const resultSeconds = kept?.seconds ?? null;
  const given = { id, form: "openai", endpoint: path, inputFileId, total: 0, metadata, usesProviders, resultSeconds };
  return batchRecord(gateway, await startBatch(gateway, call, given), []);
});

function isText(mimeType: string): boolean {
  return mimeType.startsWith("text/") || /^application\/(json|jsonl|x-ndjson)$/.test(mimeType);
}
