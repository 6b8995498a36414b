import { and, eq, inArray } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { audit } from "./schema/audit.ts";

type Place = { organizationId: string; workspaceId: string };

/** Returns the names of a workspace's deleted keys by hash, as the audit log has them. */
export async function findDeletedKeys(
  queries: Queries,
  { organizationId, workspaceId }: Place,
  hashes: readonly string[],
): Promise<Map<string, { name: string }>> {
  const rows = await queries
    .select({ hash: audit.targetId, name: audit.targetName })
    .from(audit)
    .where(
      and(
        eq(audit.organizationId, organizationId),
        eq(audit.targetType, "key"),
        inArray(audit.targetId, [...hashes]),
        eq(audit.action, "key.delete"),
        eq(audit.workspaceId, workspaceId),
      ),
    );
  return new Map(rows.flatMap(({ hash, name }) => (name === null ? [] : [[hash, { name }]])));
}
