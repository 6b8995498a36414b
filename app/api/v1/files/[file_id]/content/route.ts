import { handle } from "#server/http/handle.ts";
import { getFileContent } from "#server/operations/files/get-file-content.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getFileContent);
