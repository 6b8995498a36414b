import { isRecord } from "#lib/is-record.ts";
import { jsonPieces } from "#server/json/json-pieces.ts";
import { asciiParser } from "#server/json/large-json.ts";
import { eventStatus } from "../errors/error.ts";
import type { Block } from "./json.ts";
import { pacedBlob } from "./paced-blob.ts";
import { postBody, reportedError, type Target } from "./send.ts";

/** Posts JSON with large texts as bytes (`AsciiText`), like `postJson`. */
export async function postAscii(
  target: Target,
  path: string,
  headers: Record<string, string>,
  body: object,
): Promise<Response> {
  const blob = await pacedBlob(jsonPieces(body), "application/json");
  return postBody(target, path, { "content-type": "application/json", ...headers }, blob);
}

/** Returns the JSON object of a successful response like `readJson`, with large base64 texts as bytes (`AsciiText`). */
export async function readAscii(response: Response): Promise<Block> {
  const pieces: Buffer[] = [];
  for await (const { buffer, byteOffset, byteLength } of response.body ?? []) {
    pieces.push(Buffer.from(buffer, byteOffset, byteLength));
  }
  return asciiBlock(response, pieces);
}

/** Returns the JSON object of a part of a successful response, e.g. a stream event. Throws like `readAscii`. */
export function asciiBlock(response: Response, pieces: readonly Buffer[]): Block {
  const value = parsePieces(pieces);
  if (!isRecord(value)) throw reportedError(response, response.status, startOf(pieces));
  if (isRecord(value.error)) throw reportedError(response, eventStatus(value), startOf(pieces));
  return value;
}

function parsePieces(pieces: readonly Buffer[]): unknown {
  const parser = asciiParser();
  for (const piece of pieces) parser.push(piece);
  try {
    return parser.value();
  } catch {
    return undefined;
  }
}

const SHOWN_PIECES = 16;
const SHOWN_BYTES = 65_536;

/** Returns the start of a response, enough to read an error in it. */
function startOf(pieces: readonly Buffer[]): string {
  return Buffer.concat(pieces.slice(0, SHOWN_PIECES)).subarray(0, SHOWN_BYTES).toString("utf8");
}
