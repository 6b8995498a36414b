import { handle } from "#server/http/handle.ts";
import { cancelUpload } from "#server/operations/files/uploads/cancel-upload.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(cancelUpload);
