import type { BatchProgress, BatchTarget, ProviderBatches } from "../../batch.ts";
import { type Block, block, list } from "../../exchange/json.ts";
import { getFrom, postJson, readJson } from "../../exchange/send.ts";
import { count } from "../../usage/tokens.ts";
import { bearer } from "../bearer.ts";
import { batchFiles, removeUploads, uploadRequests, waitUntilChecked } from "./batch-files.ts";

const MEGABYTE = 1_000_000;
/** Clocks may differ. */
const SKEW_MS = 300_000;
const PAGE = 100;
/** The field of a batch's metadata that has the gateway's id. */
const MARK = "switchboard_batch";

/**
 * `paths`: of the requests that may be batched. `listsAll`: its lists are whole and take no parameters. `checksFiles`: a
 * batch can be created only when its file has been checked.
 */
export type BatchQuirks = Pick<ProviderBatches, "paths"> & { listsAll?: true; checksFiles?: true };

/**
 * Returns OpenAI's Batch API: a file of requests, and files of results (developers.openai.com/api/docs/guides/batch). A
 * file has at most 200 MB.
 */
export function openaiBatches({ paths, listsAll, checksFiles }: BatchQuirks): ProviderBatches {
  const page = listsAll ? undefined : PAGE;
  return {
    paths,
    hasOneModel: true,
    mostRequests: 50_000,
    mostBytes: 190 * MEGABYTE,
    item: (customId, path, bodyJson) =>
      `{"custom_id":${JSON.stringify(customId)},"method":"POST","url":${JSON.stringify(path)},"body":${bodyJson}}`,
    ...batchFiles,
    async create(target, order) {
      const inputFileId = await uploadRequests(target, order);
      if (checksFiles) await waitUntilChecked(target, inputFileId);
      const created = await readJson(
        await postJson(target, "/batches", bearer(target.credential), {
          input_file_id: inputFileId,
          endpoint: order.path,
          completion_window: "24h",
          metadata: { [MARK]: order.id },
        }),
      );
      return { batchId: String(created.id), inputFileId };
    },
    async find(target, { id }, sinceMs) {
      const found = await findBatch(target, id, sinceMs, page);
      if (!found) await removeUploads(target, id, page ? `?purpose=batch&order=desc&limit=${page}` : "");
      return found ? [{ batchId: String(found.id), inputFileId: String(found.input_file_id) }] : [];
    },
    async check(target, { batchId }) {
      return progressOf(await readJson(await getFrom(target, `/batches/${batchId}`, bearer(target.credential))));
    },
    async cancel(target, { batchId }) {
      await readJson(await postJson(target, `/batches/${batchId}/cancel`, bearer(target.credential), {}));
    },
  };
}

/** Looks through the newest batches, back to when this one was first sent; `page`: how many a list has; undefined: all. */
async function findBatch(
  target: BatchTarget,
  id: string,
  sinceMs: number,
  page: number | undefined,
): Promise<Block | undefined> {
  for (let after: string | undefined = "", isMore = true; isMore && after !== undefined; ) {
    const query: string = page ? `?limit=${page}${after && `&after=${after}`}` : "";
    const listed = await readJson(await getFrom(target, `/batches${query}`, bearer(target.credential)));
    const batches = list(listed.data).map(block);
    const found = batches.find(({ metadata }) => block(metadata)[MARK] === id);
    if (found) return found;
    const last = batches.at(-1);
    after = last && String(last.id);
    isMore = page !== undefined && listed.has_more === true && createdMsOf(last) >= sinceMs - SKEW_MS;
  }
  return undefined;
}

/** Azure has sent times as text and states with capital letters. */
function createdMsOf({ created_at: created }: Block = {}): number {
  return typeof created === "string" ? Date.parse(created) : count(created) * 1000;
}

const ENDED = new Set(["completed", "expired", "cancelled"]);

function progressOf(batch: Block): BatchProgress {
  const { completed, failed } = block(batch.request_counts);
  const finished = count(completed) + count(failed);
  const status = String(batch.status).toLowerCase();
  if (status === "failed") return { finished, failure: failureOf(batch) };
  if (!ENDED.has(status)) return { finished };
  const files = [batch.output_file_id, batch.error_file_id].filter((id) => typeof id === "string");
  return { finished, results: { files } };
}

function failureOf(batch: Block): string {
  const [first] = list(block(batch.errors).data).map(block);
  return typeof first?.message === "string" ? first.message : "The provider rejected the batch";
}
