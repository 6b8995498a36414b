import { hash } from "node:crypto";
import {
  type ChunkScope,
  copyChunks,
  type FileChunk,
  insertChunks,
  listUnindexedFiles,
} from "#server/data/file-chunks.ts";
import { HttpError } from "#server/errors.ts";
import { readDocuments } from "#server/guardrails/documents/read-documents.ts";
import type { Loop } from "../loop.ts";
import { runNestedMedia } from "../media/run-nested-media.ts";
import type { ToolMoney } from "../server-tool.ts";
import { chunkText } from "./chunk-text.ts";

/** The most files to index in one search; the others follow in the next ones. */
const MOST_FILES = 50;
const LONGEST_FILE_BYTES = 20 * 1024 * 1024;
const AT_ONCE = 64;

const OFFICE = /^application\/vnd\.openxmlformats-officedocument\./;
const JSON_TYPES = new Set(["application/json", "application/x-ndjson"]);
const NO_TEXT: FileChunk[] = [{ position: -1, text: "", vector: [] }];

/**
 * Creates vectors for the files that have none from this model. Returns the names of those that could not be indexed. Rejects
 * if `signal` aborts; vectors created so far are kept.
 */
export async function indexFiles(
  loop: Loop,
  scope: ChunkScope,
  signal: AbortSignal,
  money: ToolMoney,
): Promise<string[]> {
  const { queries } = loop.ledgerCall.call.gateway.database;
  const { services } = loop.ledgerCall.call;
  const left: string[] = [];
  for (const file of await listUnindexedFiles(queries, scope, MOST_FILES)) {
    signal.throwIfAborted();
    const isReadable = file.sizeBytes <= LONGEST_FILE_BYTES;
    const bytes = isReadable ? await services.readFile(file.id) : Buffer.alloc(0);
    const key = hash("sha256", isReadable ? bytes : file.id, "hex");
    if (isReadable && (await copyChunks(queries, scope, file.id, key))) continue;
    const texts = chunkText(await textOf(bytes, file.mimeType, signal));
    try {
      const vectors = await embed(loop, scope.model, texts, signal, money);
      const chunks = texts.map((text, position) => ({ position, text, vector: vectors[position] as number[] }));
      await insertChunks(queries, file.id, scope.model, key, chunks.length > 0 ? chunks : NO_TEXT);
    } catch (thrown) {
      // A guardrail may block the text of one file only.
      if (!(thrown instanceof HttpError) || thrown.status !== 403) throw thrown;
      left.push(file.filename);
    }
  }
  return left;
}

async function textOf(bytes: Buffer, mimeType: string, signal: AbortSignal): Promise<string> {
  if (mimeType.startsWith("text/") || JSON_TYPES.has(mimeType)) return bytes.toString("utf8");
  const kind = mimeType === "application/pdf" ? "pdf" : OFFICE.test(mimeType) ? "office" : undefined;
  if (!kind || bytes.length === 0) return "";
  const [read] = await readDocuments([{ kind, base64: bytes.toString("base64") }], signal);
  return read?.text ?? "";
}

/** Returns the vectors of texts, in their order, made by the gateway's own embeddings operation. Throws HttpError. */
export async function embed(
  loop: Loop,
  model: string,
  texts: readonly string[],
  signal: AbortSignal,
  money: ToolMoney,
): Promise<number[][]> {
  const vectors: number[][] = [];
  for (let start = 0; start < texts.length; start += AT_ONCE) {
    const body = { model, input: texts.slice(start, start + AT_ONCE) };
    const made = await runNestedMedia(loop, loop.ledgerCall.call.services.embeddings, body, signal, money);
    if (!made) throw new HttpError(402, "The spending limit does not cover the embeddings");
    if ("result" in made) vectors.push(...made.result.vectors.map(numbersOf));
  }
  return vectors;
}

const FLOAT_BYTES = 4;

/** A vector may come as little-endian floats in base64. */
function numbersOf(vector: number[] | string): number[] {
  if (typeof vector !== "string") return vector;
  const bytes = Buffer.from(vector, "base64");
  return Array.from({ length: Math.floor(bytes.length / FLOAT_BYTES) }, (_, at) => bytes.readFloatLE(at * FLOAT_BYTES));
}
