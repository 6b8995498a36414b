import { handle } from "#server/http/handle.ts";
import { createUpload } from "#server/operations/files/uploads/create-upload.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createUpload);
