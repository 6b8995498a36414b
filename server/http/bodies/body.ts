import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { HttpError } from "#server/errors.ts";
import { parseLargeJson } from "#server/json/large-json.ts";
import { parseShallowJson } from "#server/json/shallow-json.ts";
import { issueOf } from "../issue.ts";
import { isCompressed, READABLE_ENCODINGS } from "./content-encoding.ts";

/** Larger bodies are parsed in several turns of the event loop. */
const LARGE_BYTES = 2 * 1024 * 1024;

/** Some clients prefix every text with it; RFC 8259 allows ignoring it. */
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/**
 * Parses JSON text; returns a promise for a large one. Throws 400 with the position of the error, or for an unsupported
 * encoding.
 */
export function parseJson(sent: Buffer, encoding: string | null = null): unknown {
  if (sent.byteLength === 0) throw new HttpError(400, "The request needs a JSON body");
  const bytes = sent[0] === BYTE_ORDER_MARK[0] && sent.indexOf(BYTE_ORDER_MARK) === 0 ? sent.subarray(3) : sent;
  try {
    // Otherwise invalid bytes would become replacement characters.
    if (!isUtf8(bytes)) throw new SyntaxError("it is not UTF-8");
    if (bytes.byteLength <= LARGE_BYTES) return parseShallowJson(bytes);
  } catch (error) {
    throw refusal(error as Error, encoding);
  }
  return parseLargeJson(bytes).catch((error: Error) => {
    throw refusal(error, encoding);
  });
}

/** Parses an URL-encoded form. Throws 400 for a field that is there twice (RFC 6749, section 3.1). */
export function parseForm(bytes: Buffer): Record<string, string> {
  const fields = [...new URLSearchParams(bytes.toString("utf8"))];
  const names = new Set(fields.map(([name]) => name));
  if (names.size < fields.length) throw new HttpError(400, "The form has a field more than once");
  return Object.fromEntries(fields);
}

function refusal(error: Error, encoding: string | null): HttpError {
  if (encoding === null || encoding === "identity" || isCompressed(encoding)) return notJson(error);
  return new HttpError(400, `The request body's Content-Encoding is not supported; use ${READABLE_ENCODINGS}`, {
    headers: { "accept-encoding": READABLE_ENCODINGS },
  });
}

/** Returns the 400 for a body that is not valid JSON. */
export function notJson(error: Error): HttpError {
  return new HttpError(400, `The request body is not valid JSON: ${withoutQuote(error)}`);
}

/** The parser quotes part of the invalid text, which may be a secret. */
function withoutQuote({ message }: Error): string {
  return message.replace(/,? (?:\.\.\.)?".*is not valid JSON$/s, "").slice(0, 200);
}

/** Validates a value against the contract. Throws 400 that names each invalid field, up to ten. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 10).map(issueOf);
  const first = issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join("; ");
  throw new HttpError(400, `Invalid ${what}: ${first}`, { metadata: { issues } });
}

/** Validates path parameters. Throws 404 for a value that no record can have, or 400 if it names a new record. */
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
