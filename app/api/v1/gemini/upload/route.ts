import { handle } from "#server/http/handle.ts";
import { startContentUpload } from "#server/operations/gemini/files/start-content-upload.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(startContentUpload);
