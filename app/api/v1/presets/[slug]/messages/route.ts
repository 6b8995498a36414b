import { handle } from "#server/http/handle.ts";
import { createPresetFromMessages } from "#server/operations/presets/create-preset-from-messages.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createPresetFromMessages);
