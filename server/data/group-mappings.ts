import { and, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { member, user } from "./schema/accounts.ts";
import { groupMapping } from "./schema/provisioning.ts";

export type GroupMappingRow = typeof groupMapping.$inferSelect;
export type NewGroupMapping = typeof groupMapping.$inferInsert;
export type GroupMappingValues = Pick<GroupMappingRow, "group" | "role" | "workspaceId">;

/** Returns an organization's mappings by the name of their group. */
export function listGroupMappings(queries: Queries, organizationId: string): Promise<GroupMappingRow[]> {
  return queries
    .select()
    .from(groupMapping)
    .where(eq(groupMapping.organizationId, organizationId))
    .orderBy(groupMapping.group, groupMapping.createdAt, groupMapping.id);
}

export async function findGroupMapping(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<GroupMappingRow | undefined> {
  const [row] = await queries.select().from(groupMapping).where(hasId(organizationId, id));
  return row;
}

/**
 * Returns whether another mapping gives the same workspace, or none, to the same group. One whose workspace was deleted
 * and that gives no role does not count.
 */
export async function hasGroupMapping(
  queries: Queries,
  organizationId: string,
  { group, workspaceId }: GroupMappingValues,
  exceptId?: string,
): Promise<boolean> {
  const isSame = and(
    eq(groupMapping.organizationId, organizationId),
    sql`lower(${groupMapping.group}) = lower(${group})`,
    sql`${groupMapping.workspaceId} is not distinct from ${workspaceId}`,
    or(isNotNull(groupMapping.role), isNotNull(groupMapping.workspaceId)),
    exceptId ? ne(groupMapping.id, exceptId) : undefined,
  );
  return (await queries.select({ id: groupMapping.id }).from(groupMapping).where(isSame)).length > 0;
}

export async function insertGroupMapping(queries: Queries, values: NewGroupMapping): Promise<GroupMappingRow> {
  const [row] = await queries.insert(groupMapping).values(values).returning();
  return row as GroupMappingRow;
}

export async function updateGroupMapping(
  queries: Queries,
  organizationId: string,
  id: string,
  values: GroupMappingValues,
): Promise<GroupMappingRow | undefined> {
  const changes = { ...values, updatedAt: new Date() };
  const [row] = await queries.update(groupMapping).set(changes).where(hasId(organizationId, id)).returning();
  return row;
}

export async function deleteGroupMapping(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<GroupMappingRow | undefined> {
  const [row] = await queries.delete(groupMapping).where(hasId(organizationId, id)).returning();
  return row;
}

/** Stores the groups that the identity provider named at a sign-in. */
export async function storeClaimedGroups(
  queries: Transaction,
  organizationId: string,
  userId: string,
  groups: string[],
): Promise<void> {
  await queries
    .update(member)
    .set({ claimedGroups: groups.length > 0 ? groups : null })
    .where(and(eq(member.organizationId, organizationId), eq(member.userId, userId)));
}

/** What group mappings changed for a member. */
export type MappingEffect = {
  userId: string;
  email: string;
  role: { before: string; after: string } | undefined;
  addedWorkspaceIds: string[];
  removedWorkspaceIds: string[];
  /** Keys whose rights the member lost with the role or workspace. */
  disabledKeyHashes: string[];
};

/**
 * Gives members what the mappings of their groups say, and takes away what earlier ones gave. What was given by hand
 * stays, and owners stay owners. Of several roles the highest counts. `userIds` limits it to some members.
 */
export async function applyGroupMappings(
  queries: Transaction,
  organizationId: string,
  userIds?: readonly string[],
): Promise<MappingEffect[]> {
  const isConcerned = userIds ? sql`m.user_id = any(${sql.param([...userIds])}::uuid[])` : sql`true`;
  const scope = { organizationId, isConcerned };
  const roles = await applyRoles(queries, scope);
  const added = await addToWorkspaces(queries, scope);
  const removed = await removeFromWorkspaces(queries, scope);
  const demoted = roles.filter(({ after }) => after === "member").map(({ userId }) => userId);
  const keys = await disableKeys(queries, organizationId, demoted, removed);
  const concerned = new Set([...roles, ...added, ...removed].map(({ userId }) => userId));
  const emails = await emailsOf(queries, [...concerned]);
  return [...concerned].map((userId) => {
    const role = roles.find((one) => one.userId === userId);
    const idsIn = (rows: Placed[]) => rows.filter((one) => one.userId === userId).map(({ workspaceId }) => workspaceId);
    return {
      userId,
      email: emails.get(userId) ?? "",
      role: role && { before: role.before, after: role.after },
      addedWorkspaceIds: idsIn(added),
      removedWorkspaceIds: idsIn(removed),
      disabledKeyHashes: keys.filter((one) => one.userId === userId).map(({ hash }) => hash),
    };
  });
}

type Scope = { organizationId: string; isConcerned: SQL };
type Placed = { userId: string; workspaceId: string };

/** The condition that member `m` is in the group of mapping `g`, by SCIM or by the last sign-in. */
const IN_GROUP = sql`(
  exists (select from unnest(m.claimed_groups) as claimed where lower(claimed) = lower(g."group"))
  or exists (
    select from scim_group_member as link join scim_group on scim_group.id = link.group_id
    where link.user_id = m.user_id and scim_group.organization_id = m.organization_id
      and (lower(scim_group.display_name) = lower(g."group") or scim_group.external_id = g."group")
  )
)`;

async function applyRoles(
  queries: Transaction,
  { organizationId, isConcerned }: Scope,
): Promise<{ userId: string; before: string; after: string }[]> {
  const { rows } = await queries.execute<{ userId: string; before: string; after: string }>(sql`
    with target as (
      select m.id, m.role as before, coalesce(m.hand_role, m.role) as hand,
        case when coalesce(m.hand_role, m.role) = 'member' and exists (
          select from group_mapping as g where g.organization_id = m.organization_id and g.role = 'admin' and ${IN_GROUP}
        ) then 'admin' else coalesce(m.hand_role, m.role) end as after
      from member as m
      where m.organization_id = ${organizationId} and m.role <> 'owner' and ${isConcerned}
    )
    update member set role = target.after, hand_role = nullif(target.hand, target.after)
    from target
    where member.id = target.id
      and (member.role <> target.after or member.hand_role is distinct from nullif(target.hand, target.after))
    returning member.user_id as "userId", target.before, target.after`);
  return rows.filter(({ before, after }) => before !== after);
}

/** The workspaces that mappings give to the members concerned. */
function givenCondition({ organizationId, isConcerned }: Scope): SQL {
  return sql`
    select distinct m.user_id, g.workspace_id from member as m
    join group_mapping as g on g.organization_id = m.organization_id and g.workspace_id is not null
    where m.organization_id = ${organizationId} and ${isConcerned} and ${IN_GROUP}`;
}

async function addToWorkspaces(queries: Transaction, scope: Scope): Promise<Placed[]> {
  const { rows } = await queries.execute<Placed & { isNew: boolean }>(sql`
    insert into workspace_member (workspace_id, user_id, is_by_hand, is_by_mapping)
    select workspace_id, user_id, false, true from (${givenCondition(scope)}) as given
    on conflict (workspace_id, user_id) do update set is_by_mapping = true where not workspace_member.is_by_mapping
    returning user_id as "userId", workspace_id as "workspaceId", not is_by_hand as "isNew"`);
  return rows.filter(({ isNew }) => isNew).map(({ userId, workspaceId }) => ({ userId, workspaceId }));
}

async function removeFromWorkspaces(queries: Transaction, scope: Scope): Promise<Placed[]> {
  const { organizationId, isConcerned } = scope;
  const isStale = sql`
    w.is_by_mapping
    and exists (select from member as m where m.user_id = w.user_id and m.organization_id = ${organizationId} and ${isConcerned})
    and not exists (select from (${givenCondition(scope)}) as given where given.user_id = w.user_id and given.workspace_id = w.workspace_id)`;
  const { rows } = await queries.execute<Placed>(sql`
    delete from workspace_member as w where not w.is_by_hand and ${isStale}
    returning w.user_id as "userId", w.workspace_id as "workspaceId"`);
  await queries.execute(sql`update workspace_member as w set is_by_mapping = false where ${isStale}`);
  return rows;
}

/** Disables the management keys of those who are no longer admins, and the keys of members in workspaces they lost. */
async function disableKeys(
  queries: Transaction,
  organizationId: string,
  demoted: string[],
  removed: Placed[],
): Promise<{ userId: string; hash: string }[]> {
  if (demoted.length === 0 && removed.length === 0) return [];
  const users = sql.param(removed.map(({ userId }) => userId));
  const workspaces = sql.param(removed.map(({ workspaceId }) => workspaceId));
  const { rows } = await queries.execute<{ userId: string; hash: string }>(sql`
    update api_key as k set disabled = true, paused_by_admin = true, updated_at = now()
    from workspace, member
    where workspace.id = k.workspace_id and workspace.organization_id = ${organizationId}
      and member.user_id = k.creator_user_id and member.organization_id = ${organizationId}
      and not k.disabled
      and (
        (k.kind = 'management' and k.creator_user_id = any(${sql.param(demoted)}::uuid[]))
        or (member.role = 'member' and (k.creator_user_id, k.workspace_id) in (
          select * from unnest(${users}::uuid[], ${workspaces}::uuid[])
        ))
      )
    returning k.creator_user_id as "userId", k.hash`);
  return rows;
}

async function emailsOf(queries: Transaction, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await queries
    .select({ id: user.id, email: user.email })
    .from(user)
    .where(sql`${user.id} = any(${sql.param(userIds)}::uuid[])`);
  return new Map(rows.map(({ id, email }) => [id, email]));
}

function hasId(organizationId: string, id: string) {
  return and(eq(groupMapping.organizationId, organizationId), eq(groupMapping.id, id));
}
