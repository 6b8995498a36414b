import { getPreset as endpoint } from "#lib/contract/presets.ts";
import { operation } from "#server/http/operation.ts";
import { findOwnPreset } from "./find-own-preset.ts";
import { wholePreset } from "./preset-records.ts";

export const getPreset = operation(endpoint)(async (gateway, { principal, params }) => ({
  data: wholePreset(await findOwnPreset(gateway, principal, params.slug)),
}));
