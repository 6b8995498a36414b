import type { BatchProgress, BatchTarget, ProviderBatches } from "../batch.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { getFrom, postJson, readJson } from "../exchange/send.ts";
import { batchFiles, removeUploads, uploadRequests } from "../openai/batches/batch-files.ts";
import { bearer } from "../openai/bearer.ts";
import { count } from "../usage/tokens.ts";

const MEGABYTE = 1_000_000;
/** Clocks may differ. */
const SKEW_MS = 300_000;
const PAGE = 100;
/** The field of a job's metadata that has the gateway's id. */
const MARK = "switchboard_batch";
const JOBS = "/batch/jobs";

/**
 * Mistral's batch jobs, for one model each (docs.mistral.ai/studio-api/batch-processing, docs.mistral.ai/api/endpoint/batch).
 */
export const mistralBatches: ProviderBatches = {
  paths: { chat: "/v1/chat/completions", embeddings: "/v1/embeddings" },
  hasOneModel: true,
  mostRequests: 50_000,
  mostBytes: 190 * MEGABYTE,
  item: (customId, _, bodyJson) => `{"custom_id":${JSON.stringify(customId)},"body":${bodyJson}}`,
  ...batchFiles,
  async create(target, order) {
    const inputFileId = await uploadRequests(target, order);
    const created = await readJson(
      await postJson(target, JOBS, bearer(target.credential), {
        input_files: [inputFileId],
        endpoint: order.path,
        model: order.model,
        timeout_hours: 24,
        metadata: { [MARK]: order.id },
      }),
    );
    return { batchId: String(created.id), inputFileId };
  },
  async find(target, { id }, sinceMs) {
    const found = await findJob(target, id, sinceMs);
    if (!found) await removeUploads(target, id, `?purpose=batch&page_size=${PAGE}`);
    return found ? [{ batchId: String(found.id), inputFileId: String(list(found.input_files)[0]) }] : [];
  },
  async check(target, { batchId }) {
    return progressOf(await readJson(await getFrom(target, `${JOBS}/${batchId}`, bearer(target.credential))));
  },
  async cancel(target, { batchId }) {
    await readJson(await postJson(target, `${JOBS}/${batchId}/cancel`, bearer(target.credential), {}));
  },
};

/** Looks through the jobs since this one was first sent. */
async function findJob(target: BatchTarget, id: string, sinceMs: number): Promise<Block | undefined> {
  const since = new Date(sinceMs - SKEW_MS).toISOString();
  for (let page = 0, isMore = true; isMore; page++) {
    const query = new URLSearchParams({ page: String(page), page_size: String(PAGE), created_after: since });
    const response = await readJson(await getFrom(target, `${JOBS}?${query}`, bearer(target.credential)));
    const jobs = list(response.data).map(block);
    const found = jobs.find(({ metadata }) => block(metadata)[MARK] === id);
    if (found) return found;
    isMore = jobs.length === PAGE;
  }
  return undefined;
}

const ENDED = new Set(["SUCCESS", "FAILED", "TIMEOUT_EXCEEDED", "CANCELLED"]);

/** A job that failed as a whole has no files. */
function progressOf(job: Block): BatchProgress {
  const finished = count(job.completed_requests);
  if (!ENDED.has(String(job.status))) return { finished };
  const files = [job.output_file, job.error_file].filter((id) => typeof id === "string");
  if (job.status === "FAILED" && files.length === 0) return { finished, failure: failureOf(job) };
  return { finished, results: { files } };
}

function failureOf({ errors }: Block): string {
  const [first] = list(errors).map(block);
  return typeof first?.message === "string" ? first.message : "The provider rejected the batch";
}
