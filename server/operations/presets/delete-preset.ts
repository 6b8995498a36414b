import { deletePreset as endpoint } from "#lib/contract/presets.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireOwnership } from "#server/auth/ownership.ts";
import { announce } from "#server/data/changes.ts";
import { deletePreset as deleteRow } from "#server/data/presets.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { findOwnPreset } from "./find-own-preset.ts";

export const deletePreset = operation(endpoint)(async (gateway, call) => {
  const { principal, params } = call;
  const { preset, version } = await findOwnPreset(gateway, principal, params.slug);
  requireOwnership(principal, preset, "preset");
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, principal.workspaceId, preset.id))) throw new HttpError(404, "Preset not found");
    await recordChange(queries, call, {
      action: "preset.delete",
      target: { type: "preset", id: preset.id, name: preset.slug },
      before: { version: version.version, config: version.config, systemPrompt: version.systemPrompt },
    });
  });
  await gateway.presets.refresh();
  await announce(gateway.database, "presets");
  return { deleted: true as const };
});
