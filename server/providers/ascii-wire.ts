import { setImmediate as nextTurn } from "node:timers/promises";
import { APICallError } from "@ai-sdk/provider";
import { jsonPieces } from "#server/json-pieces.ts";
import { parseWithAscii } from "#server/large-json.ts";
import { eventStatus } from "./error.ts";
import { type Block, isBlock } from "./json.ts";
import { postBody, type Target } from "./send.ts";

/** Posts JSON that holds large texts in bytes (`AsciiText`), as `postJson`. */
export function postAscii(
  target: Target,
  path: string,
  headers: Record<string, string>,
  body: object,
): Promise<Response> {
  const blob = new Blob(jsonPieces(body) as BlobPart[], { type: "application/json" });
  return postBody(target, path, { "content-type": "application/json", ...headers }, blob);
}

const LARGE_BYTES = 4 * 1024 * 1024;

/** The JSON object of a success, as `readJson`, whose large base64 texts stay bytes (`AsciiText`). */
export async function readAscii(response: Response): Promise<Block> {
  const bytes = Buffer.from(await response.arrayBuffer());
  // Putting it together has taken its time.
  if (bytes.byteLength > LARGE_BYTES) await nextTurn();
  return asciiBlock(response, bytes);
}

/** The JSON object of a part of a success, e.g. an event of a stream. Throws what `readAscii` does. */
export function asciiBlock(response: Response, bytes: Buffer): Block {
  const value = parsed(bytes);
  if (!isBlock(value)) throw told(response, response.status, bytes);
  if (isBlock(value.error)) throw told(response, eventStatus(value), bytes);
  return value;
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseWithAscii(bytes);
  } catch {
    return undefined;
  }
}

const SHOWN_BYTES = 65_536;

function told({ headers }: Response, statusCode: number, bytes: Buffer): APICallError {
  return new APICallError({
    message: `The upstream answered with status ${statusCode}`,
    url: "",
    requestBodyValues: {},
    statusCode,
    responseHeaders: Object.fromEntries(headers),
    responseBody: bytes.subarray(0, SHOWN_BYTES).toString("utf8"),
  });
}
