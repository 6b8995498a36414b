import type { BatchProgress, BatchTarget, ProviderBatches } from "../batch.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { deleteAt, getFrom, postForm, postJson, readJson } from "../exchange/send.ts";
import { count } from "../usage/tokens.ts";
import { bearer } from "./bearer.ts";

const MEGABYTE = 1_000_000;
/** Clocks may differ. */
const SKEW_MS = 300_000;
const PAGE = 100;
/** The field of a batch's metadata that has the gateway's id. */
const MARK = "switchboard_batch";

/** OpenAI's Batch API: a file of requests, and files of results (developers.openai.com/api/docs/guides/batch). */
export const openaiBatches: ProviderBatches = {
  paths: { responses: "/v1/responses", chat: "/v1/chat/completions", embeddings: "/v1/embeddings" },
  hasOneModel: true,
  mostRequests: 50_000,
  mostBytes: 190 * MEGABYTE,
  item: (customId, path, bodyJson) =>
    `{"custom_id":${JSON.stringify(customId)},"method":"POST","url":${JSON.stringify(path)},"body":${bodyJson}}`,
  frame: { before: "", between: "\n", after: "\n" },
  async create(target, { id, path, file }) {
    const headers = bearer(target.credential);
    const form = new FormData();
    form.append("purpose", "batch");
    form.append("file", file, nameOf(id));
    const uploaded = await readJson(await postForm(target, "/files", headers, form));
    const inputFileId = String(uploaded.id);
    const order = {
      input_file_id: inputFileId,
      endpoint: path,
      completion_window: "24h",
      metadata: { [MARK]: id },
    };
    const created = await readJson(await postJson(target, "/batches", headers, order));
    return { batchId: String(created.id), inputFileId };
  },
  async find(target, { id }, sinceMs) {
    const found = await findBatch(target, id, sinceMs);
    if (!found) await removeUploads(target, id);
    return found ? [{ batchId: String(found.id), inputFileId: String(found.input_file_id) }] : [];
  },
  async check(target, { batchId }) {
    return progressOf(await readJson(await getFrom(target, `/batches/${batchId}`, bearer(target.credential))));
  },
  async cancel(target, { batchId }) {
    await readJson(await postJson(target, `/batches/${batchId}/cancel`, bearer(target.credential), {}));
  },
  async open(target, file) {
    const response = await getFrom(target, `/files/${file}/content`, bearer(target.credential));
    return (response.body ?? []) as AsyncIterable<Uint8Array>;
  },
  result({ custom_id: customId, response, error }) {
    if (typeof customId !== "string") return undefined;
    const { status_code: status, body } = block(response);
    if (typeof status === "number") return { customId, status, body: JSON.stringify(body) };
    return { customId, status: null, body: JSON.stringify({ error }) };
  },
  remains: ({ inputFileId }, files) => [...(inputFileId ? [inputFileId] : []), ...files],
  async remove(target, file) {
    await deleteAt(target, `/files/${file}`, bearer(target.credential));
  },
};

function nameOf(id: string): string {
  return `${id}.jsonl`;
}

/** Looks through the newest batches, back to when this one was first sent. */
async function findBatch(target: BatchTarget, id: string, sinceMs: number): Promise<Block | undefined> {
  for (let after: string | undefined = "", isMore = true; isMore && after !== undefined; ) {
    const query: string = `?limit=${PAGE}${after && `&after=${after}`}`;
    const page = await readJson(await getFrom(target, `/batches${query}`, bearer(target.credential)));
    const batches = list(page.data).map(block);
    const found = batches.find(({ metadata }) => block(metadata)[MARK] === id);
    if (found) return found;
    const last = batches.at(-1);
    after = last && String(last.id);
    isMore = page.has_more === true && count(last?.created_at) * 1000 >= sinceMs - SKEW_MS;
  }
  return undefined;
}

/** Removes a file that was uploaded for a batch which was then not created. */
async function removeUploads(target: BatchTarget, id: string): Promise<void> {
  const headers = bearer(target.credential);
  const page = await readJson(await getFrom(target, `/files?purpose=batch&order=desc&limit=${PAGE}`, headers));
  for (const file of list(page.data).map(block))
    if (file.filename === nameOf(id)) await deleteAt(target, `/files/${String(file.id)}`, headers);
}

const ENDED = new Set(["completed", "expired", "cancelled"]);

function progressOf(batch: Block): BatchProgress {
  const { completed, failed } = block(batch.request_counts);
  const finished = count(completed) + count(failed);
  if (batch.status === "failed") return { finished, failure: failureOf(batch) };
  if (!ENDED.has(String(batch.status))) return { finished };
  const files = [batch.output_file_id, batch.error_file_id].filter((id) => typeof id === "string");
  return { finished, results: { files } };
}

function failureOf(batch: Block): string {
  const [first] = list(block(batch.errors).data).map(block);
  return typeof first?.message === "string" ? first.message : "The provider rejected the batch";
}
