import { listPresets as endpoint } from "#lib/contract/presets.ts";
import { listPresets as listRows } from "#server/data/presets.ts";
import { operation } from "#server/http/operation.ts";
import { presetRecord } from "./preset-records.ts";

export const listPresets = operation(endpoint)(async (gateway, { principal, query }) => {
  const { queries } = gateway.database;
  const { rows, total } = await listRows(queries, principal.workspaceId, query.offset, query.limit);
  return { data: rows.map(presetRecord), total_count: total };
});
