import { listPresetVersions as endpoint } from "#lib/contract/presets.ts";
import { listPresetVersions as listRows } from "#server/data/presets.ts";
import { operation } from "#server/http/operation.ts";
import { findOwnPreset } from "./find-own-preset.ts";
import { versionRecord } from "./preset-records.ts";

export const listPresetVersions = operation(endpoint)(async (gateway, { principal, params, query }) => {
  const { preset } = await findOwnPreset(gateway, principal, params.slug);
  const { rows, total } = await listRows(gateway.database.queries, preset.id, query.offset, query.limit);
  return { data: rows.map(versionRecord), total_count: total };
});
