import { ownerOnly } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Queries } from "#server/data/database.ts";
import { isMember } from "#server/data/members.ts";
import {
  currentKeys,
  loadKeyTags,
  loadSharedBudgets,
  type SharedBudgetRow,
  type Sharers,
} from "#server/data/shared-budgets.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { SharedBudgetRecord } from "./shared-budget-records.ts";

/** Returns a shared budget of a workspace. Throws 404 for any other. */
export async function requireSharedBudget(queries: Queries, workspaceId: string, id: string): Promise<SharedBudgetRow> {
  const rows = await loadSharedBudgets(queries, workspaceId);
  const row = rows.find((one) => one.id === id.toLowerCase());
  if (!row) throw new HttpError(404, "Shared budget not found");
  return row;
}

/**
 * Returns the budgets that a caller may see: a member sees those that apply to their own requests, without others. Tags
 * are theirs if their keys have them.
 */
export async function visibleTo(
  { keys, database }: Gateway,
  principal: Principal,
  workspaceId: string,
  records: readonly SharedBudgetRecord[],
): Promise<SharedBudgetRecord[]> {
  const userId = ownerOnly(principal);
  if (userId === undefined) return [...records];
  const ownTags = await loadKeyTags(database.queries, workspaceId, userId);
  return records.flatMap((record) => {
    const own = {
      user_ids: record.user_ids.filter((id) => id === userId),
      key_hashes: record.key_hashes.filter((hash) => keys.find(hash)?.creatorUserId === userId),
      tags: record.tags.filter((tag) => ownTags.has(tag)),
    };
    const isOwn = own.user_ids.length + own.key_hashes.length + own.tags.length > 0;
    if (!isOwn && !isForEveryRequest(record)) return [];
    return [{ ...record, ...own, external_users: [] }];
  });
}

/** Returns whether a budget applies to every request that names an end user, or a session. */
function isForEveryRequest({ per_external_user: isPerUser, per_session: isPerSession, ...record }: SharedBudgetRecord) {
  const lists = [record.key_hashes, record.user_ids, record.tags, record.external_users];
  return (isPerUser || isPerSession) && lists.every((list) => list.length === 0);
}

type Named = { key_hashes?: readonly string[] | undefined; user_ids?: readonly string[] | undefined };

/** Returns whom a body names. Throws 404 for a key of another workspace and for a person outside the organization. */
export async function sharersIn(
  queries: Queries,
  { organizationId }: Principal,
  workspaceId: string,
  { key_hashes: hashes, user_ids: users }: Named,
): Promise<Sharers> {
  const userIds = users && [...new Set(users.map((id) => id.toLowerCase()))];
  for (const id of userIds ?? []) {
    const isKnown = UUID.test(id) && (await isMember(queries, organizationId, id));
    if (!isKnown) throw new HttpError(404, `Member not found: ${id}`);
  }
  if (!hashes) return { userIds };
  const stableIdOf = new Map(
    [...(await currentKeys(queries, workspaceId))].map(([stableId, hash]) => [hash, stableId]),
  );
  const stableKeyIds = hashes.map((hash) => {
    const stableId = stableIdOf.get(hash);
    if (stableId === undefined) throw new HttpError(404, `API key not found in this workspace: ${hash}`);
    return stableId;
  });
  return { userIds, stableKeyIds: [...new Set(stableKeyIds)] };
}

/** Throws 400 if a budget is for each end user and for each session. */
export function requireOneShare({
  perExternalUser,
  perSession,
}: Pick<SharedBudgetRow, "perExternalUser" | "perSession">) {
  if (perExternalUser && perSession)
    throw new HttpError(400, "`per_session` cannot be combined with `per_external_user`");
}

/** Returns the tags or end users that a body names, each once. */
export function eachOnce(names: readonly string[]): string[] {
  return [...new Set(names)];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
