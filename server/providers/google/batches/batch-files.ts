import { setTimeout as wait } from "node:timers/promises";
import { UpstreamError } from "#server/errors.ts";
import type { BatchOrder, BatchTarget } from "../../batch.ts";
import { type Block, block, list } from "../../exchange/json.ts";
import { deleteAt, getFrom, postBody, postJson, readJson } from "../../exchange/send.ts";

const TYPE = "application/jsonl";
const PAGE = 100;
const PAUSE_MS = 1_000;

export function headersOf({ credential }: Pick<BatchTarget, "credential">): Record<string, string> {
  return { "x-goog-api-key": credential };
}

/**
 * Uploads the requests of a batch and returns the file's name, once Google has processed it
 * (https://ai.google.dev/gemini-api/docs/files).
 */
export async function uploadRequests(target: BatchTarget, { id, file }: BatchOrder): Promise<string> {
  const asked = {
    ...headersOf(target),
    "x-goog-upload-protocol": "resumable",
    "x-goog-upload-command": "start",
    "x-goog-upload-header-content-length": String(file.size),
    "x-goog-upload-header-content-type": TYPE,
  };
  const started = await postJson(target, "/upload/v1beta/files", asked, { file: { displayName: nameOf(id) } });
  await started.arrayBuffer();
  const path = pathBelow(target.baseUrl, started.headers.get("x-goog-upload-url"));
  const sent = { ...headersOf(target), "x-goog-upload-offset": "0", "x-goog-upload-command": "upload, finalize" };
  const uploaded = block((await readJson(await postBody(target, path, sent, file))).file);
  return untilActive(target, uploaded);
}

/** Keeps to the base URL, wherever the response points: it may be a proxy, and requests are nobody else's business. */
function pathBelow(baseUrl: string, url: string | null): string {
  if (url?.startsWith(`${baseUrl}/`)) return url.slice(baseUrl.length);
  if (!url || !URL.canParse(url))
    throw new UpstreamError(502, "The provider named no address for an upload", { retryable: true });
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function untilActive(target: BatchTarget, uploaded: Block): Promise<string> {
  const name = String(uploaded.name);
  for (let { state } = uploaded; state === "PROCESSING"; ) {
    await wait(PAUSE_MS, undefined, { signal: target.signal });
    ({ state } = await readJson(await getFrom(target, `/v1beta/${name}`, headersOf(target))));
  }
  return name;
}

/** Removes the files that were uploaded for a batch which was then not created. */
export async function removeUploads(target: BatchTarget, id: string): Promise<void> {
  for await (const { name, displayName } of listPages(target, "files", "files"))
    if (displayName === nameOf(id)) await deleteAt(target, `/v1beta/${String(name)}`, headersOf(target));
}

/** Yields all entries of a list. Their order is not documented, so every page counts. */
export async function* listPages(target: BatchTarget, path: string, field: string): AsyncGenerator<Block> {
  for (let token: unknown = ""; typeof token === "string"; ) {
    const query = new URLSearchParams({ pageSize: String(PAGE), ...(token !== "" && { pageToken: token }) });
    const page = await readJson(await getFrom(target, `/v1beta/${path}?${query}`, headersOf(target)));
    yield* list(page[field]).map(block);
    token = page.nextPageToken === "" ? undefined : page.nextPageToken;
  }
}

function nameOf(id: string): string {
  return `${id}.jsonl`;
}
