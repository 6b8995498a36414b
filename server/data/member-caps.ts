import { and, eq, gt, isNull } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { capOverride, memberCap } from "./schema/money.ts";

export type MemberCapRow = typeof memberCap.$inferSelect;
export type CapOverrideRow = typeof capOverride.$inferSelect;

/** Daily and monthly caps in nano-USD; null: none. */
export type Caps = Pick<MemberCapRow, "dailyNanoUsd" | "monthlyNanoUsd">;

/** Returns the caps of every workspace, or of one. */
export function loadMemberCaps(queries: Queries, workspaceId?: string): Promise<MemberCapRow[]> {
  return queries
    .select()
    .from(memberCap)
    .where(workspaceId ? eq(memberCap.workspaceId, workspaceId) : undefined);
}

/** Returns the overrides that have not ended, of every workspace or of one. */
export function loadCapOverrides(queries: Queries, at: Date, workspaceId?: string): Promise<CapOverrideRow[]> {
  return queries
    .select()
    .from(capOverride)
    .where(and(gt(capOverride.until, at), workspaceId ? eq(capOverride.workspaceId, workspaceId) : undefined));
}

/** Sets a member's caps; those of members without their own for `userId` null. */
export async function putMemberCap(
  queries: Queries,
  workspaceId: string,
  userId: string | null,
  caps: Caps,
): Promise<void> {
  const set = { ...caps, updatedAt: new Date() };
  const insert = queries.insert(memberCap).values({ workspaceId, userId, ...caps });
  if (userId === null)
    await insert.onConflictDoUpdate({ target: memberCap.workspaceId, targetWhere: isNull(memberCap.userId), set });
  else await insert.onConflictDoUpdate({ target: [memberCap.workspaceId, memberCap.userId], set });
}

export async function deleteMemberCap(queries: Queries, workspaceId: string, userId: string | null): Promise<void> {
  const whose = userId === null ? isNull(memberCap.userId) : eq(memberCap.userId, userId);
  await queries.delete(memberCap).where(and(eq(memberCap.workspaceId, workspaceId), whose));
}

/** Sets the override of a member's cap, instead of an earlier one for the same interval. */
export async function putCapOverride(
  queries: Queries,
  override: Omit<CapOverrideRow, "createdAt">,
): Promise<CapOverrideRow> {
  const { limitNanoUsd, until, reason, createdBy } = override;
  const [row] = await queries
    .insert(capOverride)
    .values(override)
    .onConflictDoUpdate({
      target: [capOverride.workspaceId, capOverride.userId, capOverride.interval],
      set: { limitNanoUsd, until, reason, createdBy, createdAt: new Date() },
    })
    .returning();
  return row as CapOverrideRow;
}

export async function deleteCapOverride(
  queries: Queries,
  { workspaceId, userId, interval }: Pick<CapOverrideRow, "workspaceId" | "userId" | "interval">,
): Promise<void> {
  const own = and(eq(capOverride.workspaceId, workspaceId), eq(capOverride.userId, userId));
  await queries.delete(capOverride).where(and(own, eq(capOverride.interval, interval)));
}
