import { and, count, desc, eq, gte, lt, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { user } from "./schema/accounts.ts";
import { audit } from "./schema/audit.ts";

export type AuditRow = typeof audit.$inferSelect;
export type NewAudit = Omit<typeof audit.$inferInsert, "id" | "createdAt" | "actorName"> & {
  /** The label of a key; a user's email is looked up. */
  actorName?: string | undefined;
};

/** Adds an audit entry in the transaction of the change it describes. Entries are never changed or removed. */
export async function insertAudit(queries: Transaction, { actorName, ...record }: NewAudit): Promise<void> {
  const email = sql<string>`coalesce((select ${user.email} from ${user} where ${user.id} = ${record.actorUserId ?? null}), 'unknown')`;
  await queries.insert(audit).values({ ...record, actorName: actorName ?? email });
}

export type AuditFilter = {
  /** Hash of a key, or UUID of a user. */
  actor?: string | undefined;
  /** A whole action, or only its noun: `guardrail` matches `guardrail.update`. */
  action?: string | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
  workspaceId?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  offset: number;
  limit: number;
};

/** Returns a page of an organization's audit entries, newest first, and their total number. */
export async function listAudit(queries: Queries, organizationId: string, filter: AuditFilter) {
  const where = and(eq(audit.organizationId, organizationId), ...conditionsOf(filter));
  const rows = await queries
    .select()
    .from(audit)
    .where(where)
    .orderBy(desc(audit.createdAt), desc(audit.id))
    .limit(filter.limit)
    .offset(filter.offset);
  const [total] = await queries.select({ count: count() }).from(audit).where(where);
  return { rows, total: total?.count ?? 0 };
}

function conditionsOf({ actor, action, targetType, targetId, workspaceId, from, to }: AuditFilter) {
  return [
    actor &&
      or(
        eq(audit.actorKeyHash, actor),
        sql`${audit.actorUserId}::text = ${actor}`,
        sql`${audit.actorTokenId}::text = ${actor}`,
      ),
    action && or(eq(audit.action, action), sql`starts_with(${audit.action}, ${`${action}.`})`),
    targetType && eq(audit.targetType, targetType),
    targetId && eq(audit.targetId, targetId),
    workspaceId && eq(audit.workspaceId, workspaceId),
    from && gte(audit.createdAt, from),
    to && lt(audit.createdAt, to),
  ].filter((condition) => typeof condition === "object");
}
