import { isRecord } from "#lib/is-record.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { BatchProgress, BatchTarget, ProviderBatches } from "../../batch.ts";
import { type Block, block, list, tryParse } from "../../exchange/json.ts";
import { deleteAt, getFrom, postJson, readJson, readObject } from "../../exchange/send.ts";
import { headersOf, listPages, removeUploads, uploadRequests } from "./batch-files.ts";
import { resultOf } from "./batch-results.ts";

const MEGABYTE = 1_000_000;

/**
 * Google's Batch API: an uploaded file of requests for one model, and a file of responses, or for a small batch the
 * responses themselves (https://ai.google.dev/gemini-api/docs/batch-api, https://ai.google.dev/api/batch-api). A file has
 * at most 2 GB.
 */
export const googleBatches: ProviderBatches = {
  paths: { contents: "/v1beta/models:generateContent" },
  hasOneModel: true,
  mostRequests: 50_000,
  mostBytes: 1_900 * MEGABYTE,
  item: (customId, _, bodyJson) => `{"key":${JSON.stringify(customId)},"request":${bodyJson}}`,
  frame: { before: "", between: "\n", after: "\n" },
  async create(target, order) {
    const inputFileId = await uploadRequests(target, order);
    const path = `/v1beta/models/${encodeURIComponent(String(order.model))}:batchGenerateContent`;
    const batch = { displayName: order.id, inputConfig: { fileName: inputFileId } };
    const created = await readJson(await postJson(target, path, headersOf(target), { batch }));
    return { batchId: String(created.name), inputFileId };
  },
  async find(target, { id }) {
    for await (const { name, metadata } of listPages(target, "batches", "operations")) {
      const { displayName, inputConfig } = block(metadata);
      const { fileName } = block(inputConfig);
      if (displayName !== id) continue;
      return [{ batchId: String(name), ...(typeof fileName === "string" && { inputFileId: fileName }) }];
    }
    await removeUploads(target, id);
    return [];
  },
  async check(target, { batchId }) {
    // Its `error` field is part of the result.
    return progressOf(batchId, await readObject(await getFrom(target, `/v1beta/${batchId}`, headersOf(target))));
  },
  async cancel(target, { batchId }) {
    await readJson(await postJson(target, `/v1beta/${batchId}:cancel`, headersOf(target), {}));
  },
  async open(target, file) {
    if (!isFile(file)) return inlinedLines(target, file);
    const response = await getFrom(target, `/download/v1beta/${file}:download?alt=media`, headersOf(target));
    return (response.body ?? []) as AsyncIterable<Uint8Array>;
  },
  result: resultOf,
  remains: ({ batchId, inputFileId }, files) => [
    ...(inputFileId ? [inputFileId] : []),
    ...files.filter(isFile),
    batchId,
  ],
  async remove(target, id) {
    await deleteAt(target, `/v1beta/${id}`, headersOf(target));
  },
};

/** Results are a file or, by the name of their batch, the responses in it. */
function isFile(name: string): boolean {
  return name.startsWith("files/");
}

const ENDED = new Set(["SUCCEEDED", "PARTIALLY_SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED"]);

/** The guide has states of jobs, the API those of batches. */
function progressOf(batchId: string, operation: Block): BatchProgress {
  const metadata = block(operation.metadata);
  const state = String(metadata.state).replace(/^(BATCH|JOB)_STATE_/, "");
  const finished = finishedOf(metadata);
  if (!ENDED.has(state)) return { finished };
  const { responsesFile, inlinedResponses } = outputOf(operation);
  if (typeof responsesFile === "string") return { finished, results: { files: [responsesFile] } };
  if (isRecord(inlinedResponses)) return { finished, results: { files: [batchId] } };
  // They are paid for, so they must be waited for.
  if (state.endsWith("SUCCEEDED")) return { finished };
  if (state === "FAILED") return { finished, failure: failureOf(operation) };
  if (finished === 0) return { finished, results: { files: [] } };
  return { finished, failure: `The provider ended the batch without its results; it may charge for ${finished}` };
}

function outputOf({ metadata, response }: Block): Block {
  return { ...block(block(metadata).output), ...block(response) };
}

/** Counts are texts of digits. */
function finishedOf({ batchStats }: Block): number {
  const { successfulRequestCount, failedRequestCount } = block(batchStats);
  return [successfulRequestCount, failedRequestCount].reduce<number>((sum, one) => sum + (Number(one ?? 0) || 0), 0);
}

function failureOf({ error }: Block): string {
  const { message } = block(error);
  return typeof message === "string" ? message : "The provider rejected the batch";
}

/** Yields the responses in a batch as lines, with their places, because some have no key. */
async function* inlinedLines(target: BatchTarget, batchId: string): AsyncGenerator<Uint8Array> {
  const response = await getFrom(target, `/v1beta/${batchId}`, headersOf(target));
  const { inlinedResponses } = outputOf(block(tryParse(await response.text(), parseJsonText)));
  const all = list(block(inlinedResponses).inlinedResponses).map(block);
  for (const [position, one] of all.entries())
    yield Buffer.from(`${JSON.stringify({ ...one, position, of: all.length })}\n`);
}
