import type { BatchProgress, ProviderBatches } from "../batch.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { deleteAt, getFrom, postBody, postJson, readJson } from "../exchange/send.ts";
import { count } from "../usage/tokens.ts";
import { anthropicHeaders as headers } from "./headers.ts";

const MEGABYTE = 1_000_000;
/** Clocks may differ. */
const SKEW_MS = 300_000;
const PAGE = 100;
const BATCHES = "/v1/messages/batches";
/** A request that uses features in beta names them in this header. */
const BETA = "anthropic-beta";

/** Anthropic's Message Batches API (platform.claude.com/docs/en/build-with-claude/batch-processing). */
export const anthropicBatches: ProviderBatches = {
  paths: { messages: "/v1/messages" },
  headers: [BETA],
  mostRequests: 100_000,
  mostBytes: 240 * MEGABYTE,
  item: (customId, _, bodyJson) => `{"custom_id":${JSON.stringify(customId)},"params":${bodyJson}}`,
  frame: { before: `{"requests":[`, between: ",", after: "]}" },
  async create(target, { path, file }) {
    const beta = new URLSearchParams(path.split("?")[1]).get(BETA);
    const sent = { "content-type": "application/json", ...headers(target.credential), ...(beta && { [BETA]: beta }) };
    const created = await readJson(await postBody(target, BATCHES, sent, file));
    return { batchId: String(created.id) };
  },
  // Its batches have no metadata. Their size narrows the search; their results decide.
  async find(target, { requests }, sinceMs) {
    const found: Block[] = [];
    for (let after: string | undefined = "", isMore = true; isMore && after !== undefined; ) {
      const query: string = `?limit=${PAGE}${after && `&after_id=${after}`}`;
      const page = await readJson(await getFrom(target, BATCHES + query, headers(target.credential)));
      const batches = list(page.data).map(block);
      const recent = batches.filter(({ created_at: at }) => Date.parse(String(at)) >= sinceMs - SKEW_MS);
      found.push(...recent.filter((one) => sizeOf(one) === requests));
      const last = batches.at(-1);
      after = last && String(last.id);
      isMore = page.has_more === true && recent.length === batches.length;
    }
    // The oldest first: it is the one that was sent first.
    return found.reverse().map(({ id }) => ({ batchId: String(id), isUncertain: true }));
  },
  async check(target, { batchId }) {
    return progressOf(await readJson(await getFrom(target, `${BATCHES}/${batchId}`, headers(target.credential))));
  },
  async cancel(target, { batchId }) {
    await readJson(await postJson(target, `${BATCHES}/${batchId}/cancel`, headers(target.credential), {}));
  },
  async open(target, file) {
    const response = await getFrom(target, `${BATCHES}/${file}/results`, headers(target.credential));
    return (response.body ?? []) as AsyncIterable<Uint8Array>;
  },
  result({ custom_id: customId, result }) {
    if (typeof customId !== "string") return undefined;
    const { type, message, error } = block(result);
    if (type === "succeeded") return { customId, status: 200, body: JSON.stringify(message) };
    if (type === "errored") return { customId, status: statusOf(error), body: JSON.stringify(error) };
    return { customId, status: null, body: "{}" };
  },
  remains: ({ batchId }) => [batchId],
  async remove(target, batchId) {
    await deleteAt(target, `${BATCHES}/${batchId}`, headers(target.credential));
  },
};

function sizeOf(batch: Block): number {
  return Object.values(block(batch.request_counts)).reduce<number>((sum, one) => sum + count(one), 0);
}

function progressOf(batch: Block): BatchProgress {
  const finished = sizeOf(batch) - count(block(batch.request_counts).processing);
  const hasResults = batch.processing_status === "ended";
  return { finished, ...(hasResults && { results: { files: [String(batch.id)] } }) };
}

/** Results have no HTTP status, only the type that belongs to one (platform.claude.com/docs/en/api/errors). */
const STATUSES: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529,
  timeout_error: 504,
};

function statusOf(error: unknown): number {
  const { type } = block(block(error).error);
  return STATUSES[String(type)] ?? 500;
}
