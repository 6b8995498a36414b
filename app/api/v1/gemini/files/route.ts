import { handle } from "#server/http/handle.ts";
import { listContentFiles } from "#server/operations/gemini/files/list-content-files.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listContentFiles);
