import { handle } from "#server/http/handle.ts";
import { createTranslation } from "#server/operations/audio/create-translation.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createTranslation);
