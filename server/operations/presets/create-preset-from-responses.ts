import { createPresetFromResponses as endpoint } from "#lib/contract/presets.ts";
import { operation } from "#server/http/operation.ts";
import { putPreset } from "./put-preset.ts";

export const createPresetFromResponses = operation(endpoint)((gateway, call) => putPreset(gateway, call, "responses"));
