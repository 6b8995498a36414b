import { handle } from "#server/http/handle.ts";
import { uploadContent } from "#server/operations/gemini/files/upload-content.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(uploadContent);
