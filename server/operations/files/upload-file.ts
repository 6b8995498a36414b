import { uploadFile as endpoint, FILE_PURPOSES, MAX_FILE_BYTES } from "#lib/contract/files.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { ownerOf } from "#server/auth/ownership.ts";
import { fileShape } from "#server/caller/clients.ts";
import { readForm } from "#server/http/bodies/form-data.ts";
import { operation } from "#server/http/operation.ts";
import { spoolFolder } from "#server/storage/open-storage.ts";
import { withSpool } from "#server/storage/spool.ts";
import { fileNameOf } from "./file-name.ts";
import { fileRecord } from "./file-records.ts";
import { requireUpload } from "./require-upload.ts";
import { storeUpload } from "./store-upload.ts";

export const uploadFile = operation(endpoint)(async (gateway, { principal, query, request, source }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  await requireUpload(gateway, principal, workspaceId);
  const { row, shape } = await withSpool(spoolFolder(gateway.environment), async (spool) => {
    const form = await readForm(request.headers, source(), {
      maxBytes: MAX_FILE_BYTES,
      take: async ({ filename, bytes }) => {
        await spool.write(bytes);
        return filename;
      },
    });
    const { purpose } = form.fields;
    const row = await storeUpload(gateway, spool, {
      workspaceId,
      ...ownerOf(principal),
      filename: fileNameOf(form.file),
      purpose: FILE_PURPOSES.find((known) => known === purpose) ?? "user_data",
    });
    return { row, shape: fileShape(request.headers, purpose !== undefined) };
  });
  return fileRecord(row, shape);
});
