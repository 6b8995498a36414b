import { handle } from "#server/http/handle.ts";
import { listPresetVersions } from "#server/operations/presets/list-preset-versions.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listPresetVersions);
