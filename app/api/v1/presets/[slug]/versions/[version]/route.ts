import { handle } from "#server/http/handle.ts";
import { getPresetVersion } from "#server/operations/presets/get-preset-version.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getPresetVersion);
