import { handle } from "#server/http/handle.ts";
import { addUploadPart } from "#server/operations/files/uploads/add-upload-part.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(addUploadPart);
