import { createPresetFromMessages as endpoint } from "#lib/contract/presets.ts";
import { operation } from "#server/http/operation.ts";
import { putPreset } from "./put-preset.ts";

export const createPresetFromMessages = operation(endpoint)((gateway, call) => putPreset(gateway, call, "messages"));
