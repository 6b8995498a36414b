import { buffer } from "node:stream/consumers";
import type { Principal } from "#server/caller/principal.ts";
import { type ClaimedLine, endRestOfBatch, releaseBatchLine } from "#server/data/batch-lines.ts";
import { findFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseJson } from "#server/http/bodies/body.ts";
import { createHandOver } from "../providers/hand-over.ts";
import { batchPrincipal } from "./batch-principal.ts";
import { callLine } from "./line-call.ts";
import { type LineRun, settleLine } from "./settle-line.ts";

const NOT_STARTED = { countsStart: false, isRateLimit: false, costNanoUsd: 0 };
/** Before a file that cannot be read is tried again. */
const UNREADABLE_MS = 5_000;

/**
 * Runs a request that this process holds, and stores its outcome. If its batch cannot continue, since its key is revoked
 * or its input deleted, all its remaining requests end with that error.
 */
export async function runLine(gateway: Gateway, line: ClaimedLine, run: LineRun): Promise<void> {
  const { database, processId } = gateway;
  const lease = { batchId: line.batchId, line: line.line, processId };
  const providers = line.mayGoToProvider ? createHandOver(gateway, run.vault, lease) : undefined;
  const prepared = await prepareLine(gateway, line).catch((thrown: unknown) => {
    if (thrown instanceof HttpError) return thrown;
    throw thrown;
  });
  if (!(prepared instanceof HttpError))
    return settleLine(gateway, line, await callLine(gateway, line, { ...prepared, ...run, providers }), run);
  const isLasting = prepared.status < 500;
  await releaseBatchLine(database.pool, lease, { ...NOT_STARTED, pauseMs: isLasting ? 0 : UNREADABLE_MS });
  if (!isLasting) return;
  const { status: statusCode, message: error } = prepared;
  await endRestOfBatch(database.pool, line.batchId, { status: "errored", statusCode, error });
}

type Prepared = { principal: Principal; body: Record<string, unknown>; headers?: Record<string, string> | undefined };
/** `headers`: in the files that the gateway writes for batches in Anthropic's form. */
type WrittenLine = Omit<Prepared, "principal">;

/** Throws 401, 403 or 404 if the batch cannot continue, and 503 if the file cannot be read at the moment. */
async function prepareLine(gateway: Gateway, line: ClaimedLine): Promise<Prepared> {
  const principal = await batchPrincipal(gateway, line);
  const { workspaceId, inputFileId, startByte, sizeBytes } = line;
  const file = await findFile(gateway.database.queries, workspaceId, inputFileId);
  if (!file) throw new HttpError(404, "The input file of the batch was deleted before this request started");
  const span = { start: startByte, end: startByte + sizeBytes - 1 };
  const bytes = await buffer(await gateway.storage.open(inputFileId, span));
  const { body, headers } = (await parseJson(bytes)) as WrittenLine;
  return { principal, body, headers: line.form === "anthropic" ? headers : undefined };
}
