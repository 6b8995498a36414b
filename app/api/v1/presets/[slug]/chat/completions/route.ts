import { handle } from "#server/http/handle.ts";
import { createPresetFromChat } from "#server/operations/presets/create-preset-from-chat.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createPresetFromChat);
