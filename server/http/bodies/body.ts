import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { HttpError } from "#server/errors.ts";
import { parseLargeJson } from "#server/json/large-json.ts";
import { parseShallowJson } from "#server/json/shallow-json.ts";
import { issueOf } from "../issue.ts";
import { isCompressed, READABLE_ENCODINGS } from "./content-encoding.ts";

/** What is larger is parsed with turns of the event loop between. */
const LARGE_BYTES = 2 * 1024 * 1024;

/** Some write it before every text; RFC 8259 lets it be passed over. */
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/**
 * Parses JSON text; the promise of it for a large one. Throws 400 that says where it breaks, or that it is encoded in
 * what is not read here.
 */
export function parseJson(sent: Buffer, encoding: string | null = null): unknown {
  if (sent.byteLength === 0) throw new HttpError(400, "The request needs a JSON body");
  const bytes = sent[0] === BYTE_ORDER_MARK[0] && sent.indexOf(BYTE_ORDER_MARK) === 0 ? sent.subarray(3) : sent;
  try {
    // Else what is no text would go on as question marks.
    if (!isUtf8(bytes)) throw new SyntaxError("it is not UTF-8");
    if (bytes.byteLength <= LARGE_BYTES) return parseShallowJson(bytes);
  } catch (error) {
    throw refusal(error as Error, encoding);
  }
  return parseLargeJson(bytes).catch((error: Error) => {
    throw refusal(error, encoding);
  });
}

function refusal(error: Error, encoding: string | null): HttpError {
  if (encoding === null || encoding === "identity" || isCompressed(encoding)) return notJson(error);
  return new HttpError(
    400,
    `The request body has a Content-Encoding that is not read here; use ${READABLE_ENCODINGS}`,
    {
      headers: { "accept-encoding": READABLE_ENCODINGS },
    },
  );
}

/** What a body is answered with that is no JSON. */
export function notJson(error: Error): HttpError {
  return new HttpError(400, `The request body is not valid JSON: ${withoutQuote(error)}`);
}

/** The parser repeats a piece of the text that it could not read, which may be a secret. */
function withoutQuote({ message }: Error): string {
  return message.replace(/,? (?:\.\.\.)?".*is not valid JSON$/s, "").slice(0, 200);
}

/** Checks a value against the contract. Throws 400 that names each wrong field, at most ten. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 10).map(issueOf);
  const first = issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join("; ");
  throw new HttpError(400, `Invalid ${what}: ${first}`, { metadata: { issues } });
}

/** Checks the parameters of a path. A value that no record can have names no record: 404; as a new name it is a 400. */
export function parseParams(
  { params: schema, namesNewRecord }: Pick<Endpoint, "params" | "namesNewRecord">,
  params: unknown,
): Record<string, unknown> {
  if (!schema) return {};
  if (namesNewRecord) return parseInput(schema, params, "path");
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  throw new HttpError(404, "Resource not found");
}
