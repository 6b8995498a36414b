import { uploadContent as endpoint } from "#lib/contract/gemini-files.ts";
import type { ApiResponse } from "#server/api-response.ts";
import { principalOfKey } from "#server/auth/authenticate.ts";
import { ownerOf } from "#server/auth/ownership.ts";
import { type FileRow, findFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { type Call, operation } from "#server/http/operation.ts";
import { jsonResponse } from "#server/http/send-response.ts";
import { contentFile } from "./content-file.ts";
import { addPiece, completeUpload, dropPieces, receivedBytes } from "./upload-pieces.ts";
import { readTicket } from "./upload-ticket.ts";

/** Runs one command of an upload. Its signed address grants access, since Google's examples send no key here. */
export const uploadContent = operation(endpoint)(async (gateway, call): Promise<ApiResponse> => {
  const ticket = readTicket(gateway, call.query.upload_id);
  const principal = await principalOfKey(gateway, ticket.keyHash);
  const upload = { ...ticket, ...ownerOf(principal), workspaceId: principal.workspaceId };
  const stored = await findFile(gateway.database.queries, upload.workspaceId, upload.fileId);
  // The client sends its last request again if the response was lost.
  if (stored) return completionResponse(gateway, stored, call);
  switch (commandOf(call)) {
    case "cancel":
      await dropPieces(gateway, upload);
      return responseOf("cancelled", {});
    case "query":
      return active(await receivedBytes(gateway, upload));
    case "upload":
      return active(await addPiece(gateway, upload, pieceOf(call)));
    default:
      return completionResponse(gateway, await completeUpload(gateway, upload, pieceOf(call)), call);
  }
});

type UploadCall = Call<typeof endpoint>;

function commandOf({ headers }: UploadCall): string {
  const sent = headers.get("x-goog-upload-command") ?? "upload, finalize";
  const commands = sent.toLowerCase().split(/\s*,\s*/);
  const command = ["finalize", "upload", "query", "cancel"].find((known) => commands.includes(known));
  if (command) return command;
  throw new HttpError(400, "Invalid request: X-Goog-Upload-Command: must be upload, finalize, query or cancel");
}

function pieceOf({ headers, source }: UploadCall) {
  const offset = headers.get("x-goog-upload-offset");
  if (offset === null) return { offset: undefined, bytes: source() };
  if (/^\d{1,15}$/.test(offset)) return { offset: Number(offset), bytes: source() };
  throw new HttpError(400, "Invalid request: X-Goog-Upload-Offset: must be a number of bytes");
}

function active(receivedBytes: number): ApiResponse {
  return responseOf("active", {}, { "x-goog-upload-size-received": String(receivedBytes) });
}

function completionResponse(gateway: Gateway, row: FileRow, { request }: UploadCall): ApiResponse {
  return responseOf("final", { file: contentFile(gateway, row, request.url) });
}

/** Google's clients read the state of an upload from a header. */
function responseOf(state: "active" | "final" | "cancelled", body: object, headers = {}): ApiResponse {
  return jsonResponse(body, 200, { "cache-control": "no-store", "x-goog-upload-status": state, ...headers });
}
