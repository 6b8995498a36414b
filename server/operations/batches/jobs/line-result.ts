import { zstdDecompressSync } from "node:zlib";
import type { BatchLineRow } from "#server/data/batch-lines.ts";
import type { ByteVault } from "#server/security/byte-vault.ts";

type Line = Pick<BatchLineRow, "batchId" | "line">;

/** Returns the id that the result of a line is sealed for. */
export function resultId({ batchId, line }: Line): string {
  return `${batchId}:${line}`;
}

/** The file that a line of results belongs to, and its text. */
export type ResultLine = { isError: boolean; text: string };

const EXPIRED = "This request did not start before the batch expired";
const CANCELED = "This request did not start before the batch was canceled";
const UNREADABLE = "The response can no longer be decrypted";

/** Returns an ended line as a line of a results file in OpenAI's form, as OpenAI's Batch API writes it. */
export function openaiResult(vault: ByteVault, row: BatchLineRow): ResultLine {
  const id = JSON.stringify(`batch_req_${row.batchId.replace(/^\w+_/, "")}_${row.line}`);
  const head = `{"id":${id},"custom_id":${JSON.stringify(row.customId)}`;
  const withoutResponse = (code: string, message: string) => ({
    isError: true,
    text: `${head},"response":null,"error":${JSON.stringify({ code, message })}}\n`,
  });
  if (row.status === "expired") return withoutResponse("batch_expired", EXPIRED);
  if (row.status === "canceled") return withoutResponse("batch_cancelled", CANCELED);
  const body = openResult(vault, row);
  if (body === undefined) return withoutResponse("request_failed", row.error ?? UNREADABLE);
  const { statusCode, requestId } = row;
  const response = `{"status_code":${statusCode},"request_id":${JSON.stringify(requestId)},"body":${body}}`;
  return { isError: row.status !== "succeeded", text: `${head},"response":${response},"error":null}\n` };
}

/** Returns the same in Anthropic's form, where one file has all results. */
export function anthropicResult(vault: ByteVault, row: BatchLineRow): ResultLine {
  const line = (result: string) => ({
    isError: false,
    text: `{"custom_id":${JSON.stringify(row.customId)},"result":${result}}\n`,
  });
  if (row.status === "expired" || row.status === "canceled") return line(`{"type":"${row.status}"}`);
  const body = openResult(vault, row);
  if (row.status === "succeeded" && body !== undefined) return line(`{"type":"succeeded","message":${body}}`);
  const error = body ?? JSON.stringify(failure(row.error ?? UNREADABLE, row.statusCode));
  return line(`{"type":"errored","error":${error}}`);
}

function failure(message: string, status: number | null) {
  const type = status === 401 ? "authentication_error" : status === 403 ? "permission_error" : "api_error";
  return { type: "error", error: { type, message } };
}

/** A text of JSON has line breaks only between its tokens. */
function openResult(vault: ByteVault, row: BatchLineRow): string | undefined {
  const bytes = row.result && vault.open(row.result, resultId(row));
  return bytes
    ? zstdDecompressSync(bytes)
        .toString("utf8")
        .replace(/[\r\n]+/g, " ")
    : undefined;
}
