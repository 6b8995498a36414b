import { handle } from "#server/http/handle.ts";
import { createImage } from "#server/operations/images/create-image.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createImage);
