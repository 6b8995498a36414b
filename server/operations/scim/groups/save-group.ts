import type { ScimGroupInput } from "#lib/contract/scim-attributes.ts";
import { type AuditedCall, recordChange } from "#server/audit/record-change.ts";
import type { Transaction } from "#server/data/database.ts";
import { applyGroupMappings } from "#server/data/group-mappings.ts";
import {
  addGroupMembers,
  deleteScimGroup,
  hasScimGroupName,
  insertScimGroup,
  listGroupMembers,
  removeGroupMembers,
  type ScimGroupRow,
  type ScimGroupValues,
  unknownUsers,
  updateScimGroup,
} from "#server/data/scim-groups.ts";
import { lockOrganization } from "#server/data/scim-users.ts";
import { HttpError } from "#server/errors.ts";
import { recordEffects } from "#server/operations/provisioning/record-effects.ts";
import { scimError } from "../scim-error.ts";
import { requireGroup } from "./group-resource.ts";
import type { GroupChange } from "./patch-group.ts";

type Moves = { added: string[]; removed: string[] };

/** Creates a group and returns its id. Throws 400 for unknown members and 409 for a name that another group has. */
export async function createGroup(queries: Transaction, call: AuditedCall, input: ScimGroupInput): Promise<string> {
  const { organizationId } = call.principal;
  const { displayName, externalId, members } = input;
  await lockOrganization(queries, organizationId);
  await requireFreeName(queries, organizationId, displayName);
  const row = await insertScimGroup(queries, { organizationId, displayName, externalId });
  await requireUsers(queries, organizationId, members);
  const moves = { added: await addGroupMembers(queries, row.id, members), removed: [] };
  await recordGroup(queries, call, "create", row, moves);
  return row.id;
}

/** Changes a group in order and applies its mappings. Throws 400, 404 and 409. */
export async function changeGroup(
  queries: Transaction,
  call: AuditedCall,
  id: string,
  changes: readonly GroupChange[],
): Promise<void> {
  const { organizationId } = call.principal;
  await lockOrganization(queries, organizationId);
  const before = await requireGroup(queries, organizationId, id);
  const values: ScimGroupValues = { displayName: before.displayName, externalId: before.externalId };
  const all: Moves = { added: [], removed: [] };
  for (const change of changes) {
    if (change.kind === "name") values.displayName = change.displayName;
    else if (change.kind === "externalId") values.externalId = change.externalId;
    else {
      const moves = await moveMembers(queries, organizationId, id, change);
      all.added.push(...moves.added);
      all.removed.push(...moves.removed);
    }
  }
  const isRenamed = values.displayName !== before.displayName || values.externalId !== before.externalId;
  if (values.displayName !== before.displayName) await requireFreeName(queries, organizationId, values.displayName, id);
  if (isRenamed) await updateScimGroup(queries, id, values);
  if (!isRenamed && all.added.length + all.removed.length === 0) return;
  await recordGroup(queries, call, "update", { ...before, ...values }, all, isRenamed ? before : undefined);
}

/** Deletes a group; its members lose what only its mappings gave them. Throws 404. */
export async function removeGroup(queries: Transaction, call: AuditedCall, id: string): Promise<void> {
  const { organizationId } = call.principal;
  await lockOrganization(queries, organizationId);
  const row = await requireGroup(queries, organizationId, id);
  const members = await listGroupMembers(queries, [id], Number.MAX_SAFE_INTEGER);
  await deleteScimGroup(queries, id);
  await recordGroup(queries, call, "delete", row, { added: [], removed: members.map(({ userId }) => userId) });
}

async function moveMembers(
  queries: Transaction,
  organizationId: string,
  id: string,
  { kind, userIds }: Extract<GroupChange, { userIds: string[] }>,
): Promise<Moves> {
  if (kind === "remove") return { added: [], removed: await removeGroupMembers(queries, id, { userIds }) };
  await requireUsers(queries, organizationId, userIds);
  const removed = kind === "set" ? await removeGroupMembers(queries, id, { kept: userIds }) : [];
  return { added: await addGroupMembers(queries, id, userIds), removed };
}

/** Writes the audit entry of a group and applies the mappings of those who joined, left, or are in a renamed group. */
async function recordGroup(
  queries: Transaction,
  call: AuditedCall,
  verb: "create" | "update" | "delete",
  row: ScimGroupRow,
  { added, removed }: Moves,
  renamedFrom?: ScimGroupRow,
): Promise<void> {
  const { organizationId } = call.principal;
  const fields = ({ displayName, externalId }: ScimGroupRow) => ({ name: displayName, external_id: externalId });
  const moved = { added_user_ids: added, removed_user_ids: removed };
  const isDeleted = verb === "delete";
  await recordChange(queries, call, {
    action: `scim_group.${verb}`,
    target: { type: "scim_group", id: row.id, name: row.displayName },
    ...(renamedFrom && { before: fields(renamedFrom) }),
    ...(isDeleted ? { before: { ...fields(row), ...moved } } : { after: { ...fields(row), ...moved } }),
    workspaceId: null,
  });
  const concerned = renamedFrom ? undefined : [...new Set([...added, ...removed])];
  if (concerned?.length === 0) return;
  await recordEffects(queries, call, await applyGroupMappings(queries, organizationId, concerned));
}

async function requireFreeName(queries: Transaction, organizationId: string, displayName: string, exceptId?: string) {
  if (await hasScimGroupName(queries, organizationId, displayName, exceptId))
    throw scimError("uniqueness", "Another group has this displayName");
}

async function requireUsers(queries: Transaction, organizationId: string, userIds: readonly string[]): Promise<void> {
  const [unknown] = await unknownUsers(queries, organizationId, userIds);
  if (unknown) throw new HttpError(400, `members: there is no user ${unknown}`);
}
