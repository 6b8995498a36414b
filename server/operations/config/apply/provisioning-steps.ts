import type { Transaction } from "#server/data/database.ts";
import { applyGroupMappings } from "#server/data/group-mappings.ts";
import { createGroupMapping } from "#server/operations/provisioning/create-group-mapping.ts";
import { deleteGroupMapping } from "#server/operations/provisioning/delete-group-mapping.ts";
import { putJustInTime } from "#server/operations/provisioning/put-just-in-time.ts";
import { recordEffects } from "#server/operations/provisioning/record-effects.ts";
import { updateGroupMapping } from "#server/operations/provisioning/update-group-mapping.ts";
import { DEFAULTS } from "../document/defaults.ts";
import type { Difference } from "../plan/differences.ts";
import { type Applying, changedIn, create, idOf, perform, removal, type Step, workspaceId } from "./applying.ts";

const placeOf = (applying: Applying, slug: unknown) => (typeof slug === "string" ? workspaceId(applying, slug) : null);

export const changeMapping: Step = async (applying, difference) => {
  const { action, resource, workspace } = difference;
  if (action === "create") {
    const body = { ...resource.fields, workspace_id: placeOf(applying, workspace) };
    await create(applying, difference, createGroupMapping, { body });
    return;
  }
  const body = changedIn(difference, Object.keys(DEFAULTS.group_mapping));
  await perform(applying, updateGroupMapping, { params: { id: idOf(applying, difference) }, body });
};

export const removeMapping = removal(deleteGroupMapping);

/** Gives members what the changed mappings say, once for all of them: a moved mapping takes nothing away in between. */
export async function applyMappings(
  { call }: Applying,
  queries: Transaction,
  differences: readonly Difference[],
): Promise<void> {
  if (!differences.some(({ kind }) => kind === "group_mapping")) return;
  await recordEffects(queries, call, await applyGroupMappings(queries, call.principal.organizationId));
}

export const changeJoining: Step = async (applying, { resource }) => {
  const { workspace, ...rules } = resource.fields;
  await perform(applying, putJustInTime, { body: { ...rules, workspace_id: placeOf(applying, workspace) } });
};
