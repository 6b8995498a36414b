import { cancelUpload as endpoint } from "#lib/contract/uploads.ts";
import { listPieces, markUploadRemoved } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { removePieces } from "../pieces.ts";
import { partPrefixOf, requireOwnUpload, statusOf, uploadRecord } from "./upload-state.ts";

/** Cancels an upload; one that is canceled or has expired stays so. */
export const cancelUpload = operation(endpoint)(async (gateway, { principal, params, query }) => {
  const { queries } = gateway.database;
  const upload = await requireOwnUpload(gateway, principal, params.upload_id, query.workspace_id);
  const { row, file } = upload;
  const status = statusOf(upload, gateway.now());
  if (status === "completed") throw new HttpError(400, "The upload is complete; delete its file instead");
  if (status === "pending") await markUploadRemoved(queries, row.id);
  await removePieces(gateway, await listPieces(queries, partPrefixOf(row.id)));
  return { ...uploadRecord({ row, file }, gateway.now()), status: status === "pending" ? "cancelled" : status };
});
