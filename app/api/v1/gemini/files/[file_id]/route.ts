import { handle } from "#server/http/handle.ts";
import { deleteContentFile } from "#server/operations/gemini/files/delete-content-file.ts";
import { getContentFile } from "#server/operations/gemini/files/get-content-file.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getContentFile, deleteContentFile);
