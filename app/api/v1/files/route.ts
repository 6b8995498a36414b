import { handle } from "#server/http/handle.ts";
import { listFiles } from "#server/operations/files/list-files.ts";
import { uploadFile } from "#server/operations/files/upload-file.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listFiles, uploadFile);
