import { createPresetFromChat as endpoint } from "#lib/contract/presets.ts";
import { operation } from "#server/http/operation.ts";
import { putPreset } from "./put-preset.ts";

export const createPresetFromChat = operation(endpoint)((gateway, call) => putPreset(gateway, call, "chat"));
