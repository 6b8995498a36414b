import { handle } from "#server/http/handle.ts";
import { completeUpload } from "#server/operations/files/uploads/complete-upload.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(completeUpload);
