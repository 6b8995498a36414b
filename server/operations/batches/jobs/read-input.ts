import { setImmediate as turn } from "node:timers/promises";
import type { BatchError } from "#lib/contract/batches.ts";
import { deleteBatchLines, insertBatchLines, type NewLine } from "#server/data/batch-lines.ts";
import { type BatchLease, type BatchRow, changeBatch, startBatchRow } from "#server/data/batches.ts";
import { announce } from "#server/data/changes.ts";
import { findFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseJson } from "#server/http/bodies/body.ts";
import { createInputCost } from "../input-cost.ts";
import { batchPrincipal } from "./batch-principal.ts";
import { type InputLine, inputLines } from "./input-lines.ts";
import { requestOfLine } from "./line-problem.ts";

/** More would not help to correct a file. */
const MOST_ERRORS = 100;
const LINES_AT_ONCE = 1_000;
/** How long to read before other work of the process gets a turn. */
const TURN_MS = 10;

/**
 * Reads the input of a batch that this process holds, and puts the batch in progress, or lets it fail with everything
 * that is wrong with its lines. After a crash, another process starts again.
 */
export async function readInput(gateway: Gateway, batch: BatchRow, lease: BatchLease): Promise<void> {
  const { queries, pool } = gateway.database;
  await deleteBatchLines(queries, batch.id);
  const reading = await readLines(gateway, batch, (lines) => insertBatchLines(pool, batch.id, lines)).catch(failureOf);
  const { errors, total } = reading;
  if (errors.length === 0) {
    await startBatchRow(queries, lease, total);
    return announce(gateway.database, "batches");
  }
  await deleteBatchLines(queries, batch.id);
  await changeBatch(queries, lease, { status: "failed", errors }, "failedAt");
}

type Reading = { errors: BatchError[]; total: number };

async function readLines(
  gateway: Gateway,
  batch: BatchRow,
  store: (lines: NewLine[]) => Promise<void>,
): Promise<Reading> {
  const { BATCH_MAX_REQUESTS: mostLines, MAX_BODY_BYTES } = gateway.environment;
  const principal = await batchPrincipal(gateway, batch);
  const inputCost = createInputCost(gateway, principal, batch.endpoint, [
    ...(principal.key?.tags ?? []),
    ...(batch.tags ?? []),
  ]);
  if (!(await findFile(gateway.database.queries, batch.workspaceId, batch.inputFileId)))
    return { errors: [whole("input_file_deleted", "The input file was deleted")], total: 0 };
  const errors: BatchError[] = [];
  const seen = new Set<string>();
  let waiting: NewLine[] = [];
  let total = 0;
  let turnedMs = performance.now();
  for await (const line of inputLines(await gateway.storage.open(batch.inputFileId), MAX_BODY_BYTES)) {
    const value = await parsedLine(line, MAX_BODY_BYTES);
    const request = "code" in value ? value : requestOfLine(value.value, batch.endpoint, seen);
    total += 1;
    if (total > mostLines) {
      errors.push(whole("too_many_requests", `A batch can have at most ${mostLines} requests`));
      break;
    }
    if ("code" in request) errors.push({ ...request, line: line.line });
    else {
      inputCost.add(request.body);
      waiting.push({
        line: line.line,
        customId: request.customId,
        startByte: line.startByte,
        sizeBytes: line.sizeBytes,
      });
    }
    if (errors.length >= MOST_ERRORS) break;
    if (waiting.length >= LINES_AT_ONCE) {
      await store(waiting);
      waiting = [];
    }
    if (performance.now() - turnedMs > TURN_MS) {
      await turn();
      turnedMs = performance.now();
    }
  }
  if (errors.length > 0) return { errors, total };
  if (total === 0) return { errors: [whole("empty_file", "The input file has no requests")], total };
  await inputCost.require();
  if (waiting.length > 0) await store(waiting);
  return { errors, total };
}

type Parsed = { value: unknown } | Omit<BatchError, "line">;

async function parsedLine({ bytes }: InputLine, maxBytes: number): Promise<Parsed> {
  if (!bytes)
    return { code: "request_too_large", message: `A request can have at most ${maxBytes} bytes`, param: null };
  try {
    return { value: await parseJson(bytes) };
  } catch (thrown) {
    if (!(thrown instanceof HttpError)) throw thrown;
    return { code: "invalid_json_line", message: "This line is not valid JSON", param: null };
  }
}

/** A caller who may no longer call models, or cannot pay, fails the batch. What passes is tried again. */
function failureOf(thrown: unknown): Reading {
  if (!(thrown instanceof HttpError)) throw thrown;
  if (thrown.status === 402) return { errors: [whole("insufficient_budget", thrown.message)], total: 0 };
  if (thrown.status < 500) return { errors: [whole("not_allowed", thrown.message)], total: 0 };
  throw thrown;
}

function whole(code: string, message: string): BatchError {
  return { code, line: null, message, param: null };
}
