import { handle } from "#server/http/handle.ts";
import { deletePreset } from "#server/operations/presets/delete-preset.ts";
import { getPreset } from "#server/operations/presets/get-preset.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getPreset, deletePreset);
