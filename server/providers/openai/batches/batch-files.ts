import { setTimeout as wait } from "node:timers/promises";
import { UpstreamError } from "#server/errors.ts";
import type { BatchOrder, BatchTarget, ProviderBatches } from "../../batch.ts";
import { block, list } from "../../exchange/json.ts";
import { deleteAt, getFrom, postForm, readJson } from "../../exchange/send.ts";
import { bearer } from "../bearer.ts";

/** Batches whose requests and results are files in OpenAI's form. */
export const batchFiles = {
  frame: { before: "", between: "\n", after: "\n" },
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
} satisfies Pick<ProviderBatches, "frame" | "open" | "result" | "remains" | "remove">;

/** Uploads the requests of a batch and returns the file's id. */
export async function uploadRequests(target: BatchTarget, { id, file }: BatchOrder): Promise<string> {
  const form = new FormData();
  form.append("purpose", "batch");
  form.append("file", file, nameOf(id));
  return String((await readJson(await postForm(target, "/files", bearer(target.credential), form))).id);
}

const PAUSE_MS = 1_000;
const UNREADABLE = new Set(["error", "failed", "deleted"]);

/**
 * Waits until an upload has been checked (https://learn.microsoft.com/azure/ai-foundry/openai/how-to/batch). Rejects if
 * the file is unreadable, and when the target's signal aborts.
 */
export async function waitUntilChecked(target: BatchTarget, fileId: string): Promise<void> {
  for (;;) {
    const file = await readJson(await getFrom(target, `/files/${fileId}`, bearer(target.credential)));
    const status = String(file.status).toLowerCase();
    if (status === "processed" || status === "succeeded") return;
    if (UNREADABLE.has(status))
      throw new UpstreamError(422, "The provider cannot read the batch's file", { retryable: false, fault: "request" });
    await wait(PAUSE_MS, undefined, { signal: target.signal });
  }
}

/** Removes the files that were uploaded for a batch which was then not created. `query`: of the newest ones. */
export async function removeUploads(target: BatchTarget, id: string, query: string): Promise<void> {
  const headers = bearer(target.credential);
  const page = await readJson(await getFrom(target, `/files${query}`, headers));
  for (const file of list(page.data).map(block))
    if (file.filename === nameOf(id)) await deleteAt(target, `/files/${String(file.id)}`, headers);
}

function nameOf(id: string): string {
  return `${id}.jsonl`;
}
