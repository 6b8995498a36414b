import { handle } from "#server/http/handle.ts";
import { createPresetFromResponses } from "#server/operations/presets/create-preset-from-responses.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createPresetFromResponses);
