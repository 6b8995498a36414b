import { uploadFile as endpoint, FILE_PURPOSES, MAX_FILE_BYTES } from "#lib/contract/files.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { ownerOf } from "#server/auth/ownership.ts";
import { fileShape } from "#server/caller/clients.ts";
import type { Principal } from "#server/caller/principal.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { readForm } from "#server/http/bodies/form-data.ts";
import { operation } from "#server/http/operation.ts";
import { spoolFolder } from "#server/storage/open-storage.ts";
import { withSpool } from "#server/storage/spool.ts";
import { fileRecord } from "./file-records.ts";
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
      filename: nameOf(form.file),
      purpose: FILE_PURPOSES.find((known) => known === purpose) ?? "user_data",
    });
    return { row, shape: fileShape(request.headers, purpose !== undefined) };
  });
  return fileRecord(row, shape);
});

async function requireUpload(gateway: Gateway, principal: Principal, workspaceId: string): Promise<void> {
  if (principal.management) return;
  const workspace = await gateway.accounts.workspace(principal.organizationId, workspaceId);
  if (workspace?.restricts.uploads) throw new HttpError(403, "Only management keys can perform this operation");
}

const LONGEST_NAME = 255;

/** Returns the last part of the path sent, without characters that a name should not contain. */
function nameOf(sent: string): string {
  const name = sent.split(/[/\\]/).at(-1)?.replace(/\p{C}/gu, "").trim().slice(0, LONGEST_NAME);
  return name || "unnamed";
}
