import { isRecord } from "#lib/is-record.ts";

/** Fields whose short words and numbers are codes, never a part of a request. */
const CODES = new Set([
  ...["code", "type", "status", "param", "reason", "domain", "service", "provider", "model", "level", "severity"],
  ...["@type", "error_code", "error_type", "error_subcode", "http_status", "statusCode", "status_code", "errorCode"],
  ...["is_retryable", "request_id", "requestId", "trace_id", "retryDelay", "retry_after"],
  ...["quotaMetric", "quotaId", "quotaValue"],
]);

const WORD = /^[\w.:/@[\]-]{1,100}$/;
const FIELD = /^[\w@.-]{1,40}$/;
const MOST_LEVELS = 6;
const MOST_ITEMS = 20;
/** The most of one outline, in characters. */
const LONGEST = 2_000;

/**
 * Returns the outline of a provider's error body, as JSON: its fields, with codes, and with `message`, which the caller
 * received, as they are. Every other text or number is replaced by its kind and length, because providers repeat prompts,
 * tool arguments and even generated text in their errors. `raw`: without the credential.
 */
export function errorOutline(raw: string, message: string): string {
  const body = parse(raw);
  if (body === undefined) return `[${raw.length} characters that are not JSON]`;
  const outline = JSON.stringify(outlineOf("", body, message, MOST_LEVELS), null, 1);
  return outline.length > LONGEST ? `${outline.slice(0, LONGEST)}…` : outline;
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function outlineOf(name: string, value: unknown, message: string, levels: number): unknown {
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return CODES.has(name) ? value : "[number]";
  if (typeof value === "string") {
    if (value.trim() === message || (CODES.has(name) && WORD.test(value))) return value;
    return `[${value.length} characters]`;
  }
  if (levels <= 1) return "[more]";
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => outlineOf(name, item, message, levels - 1));
  if (!isRecord(value)) return "[unknown]";
  const fields = Object.entries(value).filter(([field]) => FIELD.test(field));
  return Object.fromEntries(
    fields.slice(0, MOST_ITEMS).map(([field, inner]) => [field, outlineOf(field, inner, message, levels - 1)]),
  );
}
