import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import type { RateLimitRow } from "./rate-limits.ts";
import { member, user } from "./schema/accounts.ts";
import { apiKey } from "./schema/api-keys.ts";
import { workspace } from "./schema/workspaces.ts";

/** Whose requests a rule counts together. `account`: what its counters are named after; `id`: its id in the API. */
export type RateLimitSubject = { id: string; name: string; account: string };

/** Returns up to `most` subjects of a rule; of its keys those that were used last. */
export async function listRateLimitSubjects(
  queries: Queries,
  { workspaceId, subject, keyHash, userId }: RateLimitRow,
  most: number,
): Promise<RateLimitSubject[]> {
  if (subject === "workspace") return listWorkspace(queries, workspaceId);
  if (subject === "key") return listKeys(queries, workspaceId, keyHash, most);
  return listPeople(queries, workspaceId, userId, most);
}

function listWorkspace(queries: Queries, workspaceId: string): Promise<RateLimitSubject[]> {
  const fields = { id: sql<string>`${workspace.id}`, name: workspace.name, account: sql<string>`${workspace.id}` };
  return queries.select(fields).from(workspace).where(eq(workspace.id, workspaceId));
}

function listKeys(queries: Queries, workspaceId: string, hash: string | null, most: number) {
  return queries
    .select({ id: apiKey.hash, name: apiKey.name, account: apiKey.stableId })
    .from(apiKey)
    .where(
      and(
        eq(apiKey.workspaceId, workspaceId),
        isNull(apiKey.rotatedTo),
        hash === null ? undefined : eq(apiKey.hash, hash),
      ),
    )
    .orderBy(sql`${desc(apiKey.lastUsedAt)} nulls last`, desc(apiKey.id))
    .limit(most);
}

function listPeople(queries: Queries, workspaceId: string, userId: string | null, most: number) {
  return queries
    .select({ id: user.id, name: user.name, account: user.id })
    .from(user)
    .innerJoin(member, eq(member.userId, user.id))
    .innerJoin(workspace, eq(workspace.organizationId, member.organizationId))
    .where(and(eq(workspace.id, workspaceId), userId === null ? undefined : eq(user.id, userId)))
    .orderBy(asc(user.name))
    .limit(most);
}
