import type { BatchError } from "#lib/contract/batches.ts";
import { isRecord } from "#lib/is-record.ts";

type Problem = Omit<BatchError, "line">;
/** A line whose outer fields are valid. Its body is validated when it runs. */
export type BatchedRequest = { customId: string; body: Record<string, unknown> };

const LONGEST_ID = 512;

/** Returns a line of a batch's input as a request, or what is wrong with it. `seen`: the ids of earlier lines. */
export function requestOfLine(value: unknown, endpoint: string, seen: Set<string>): BatchedRequest | Problem {
  if (!isRecord(value)) return problem("invalid_json_line", "Each line must be a JSON object");
  const { custom_id: customId, method, url, body } = value;
  if (typeof customId !== "string" || !isStorableId(customId)) {
    const message = `\`custom_id\` must be a string of 1 to ${LONGEST_ID} characters`;
    return problem(customId === undefined ? "missing_required_parameter" : "invalid_custom_id", message, "custom_id");
  }
  if (seen.has(customId)) return problem("duplicate_custom_id", "The `custom_id` is not unique", "custom_id");
  seen.add(customId);
  if (method !== "POST") return problem("invalid_method", "`method` must be `POST`", "method");
  if (url !== endpoint) return problem("invalid_url", `\`url\` must be the batch's endpoint, \`${endpoint}\``, "url");
  if (!isRecord(body)) return problem("missing_required_parameter", "`body` must be an object", "body");
  if (body.stream === true) return problem("invalid_request", "`stream` is not supported in a batch", "body.stream");
  return { customId, body };
}

function problem(code: string, message: string, param: string | null = null): Problem {
  return { code, message, param };
}

/** PostgreSQL cannot store U+0000 or half of a surrogate pair. */
function isStorableId(id: string): boolean {
  return id.length > 0 && id.length <= LONGEST_ID && !id.includes("\0") && id.isWellFormed();
}
