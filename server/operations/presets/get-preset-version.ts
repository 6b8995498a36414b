import { getPresetVersion as endpoint } from "#lib/contract/presets.ts";
import { findPresetVersion } from "#server/data/presets.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { findOwnPreset } from "./find-own-preset.ts";
import { versionRecord } from "./preset-records.ts";

export const getPresetVersion = operation(endpoint)(async (gateway, { principal, params }) => {
  const { preset } = await findOwnPreset(gateway, principal, params.slug);
  const row = await findPresetVersion(gateway.database.queries, preset.id, params.version);
  if (!row) throw new HttpError(404, "Preset version not found");
  return { data: versionRecord(row) };
});
