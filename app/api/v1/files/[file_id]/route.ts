import { handle } from "#server/http/handle.ts";
import { deleteFile } from "#server/operations/files/delete-file.ts";
import { getFile } from "#server/operations/files/get-file.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getFile, deleteFile);
