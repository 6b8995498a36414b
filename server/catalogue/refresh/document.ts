import { createHash } from "node:crypto";
import { isRecord } from "#lib/is-record.ts";
import { HttpError } from "#server/errors.ts";
import { parseExactJson } from "../build/exact-json.ts";
import type { Catalogue } from "../catalogue.ts";
import { readModelsDev } from "./models-dev-document.ts";
import type { RefreshDocument } from "./refresh-document.ts";
import { readSnapshotDocument } from "./snapshot-document.ts";

/**
 * Reads a price source: a snapshot in our own format, or models.dev's `api.json`. `today` (YYYY-MM-DD) dates a source
 * without a date. Throws HttpError 400 with the error; no part of an invalid document is used.
 */
export function readDocument(text: string, catalogue: Catalogue, today: string): RefreshDocument {
  const document = parseOrReject(text, JSON.parse);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
  if (isRecord(document) && Array.isArray(document.prices)) return readSnapshotDocument(document, catalogue);
  const source = { id: "models.dev", revision: digest, asOf: today, rank: 2 };
  return readModelsDev(parseOrReject(text, parseExactJson), source, catalogue);
}

function parseOrReject(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    throw new HttpError(400, "The price source is not JSON");
  }
}
