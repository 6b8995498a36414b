import { handle } from "#server/http/handle.ts";
import { createImageEdit } from "#server/operations/images/create-image-edit.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createImageEdit);
