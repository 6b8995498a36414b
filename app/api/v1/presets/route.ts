import { handle } from "#server/http/handle.ts";
import { listPresets } from "#server/operations/presets/list-presets.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listPresets);
