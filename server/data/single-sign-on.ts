import { eq } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { singleSignOn } from "./schema/accounts.ts";

export type SingleSignOnRow = typeof singleSignOn.$inferSelect;
export type NewSingleSignOn = typeof singleSignOn.$inferInsert;

export function loadSingleSignOn(queries: Queries): Promise<SingleSignOnRow[]> {
  return queries.select().from(singleSignOn);
}

/** Sets the identity provider of an organization. */
export async function putSingleSignOn(queries: Queries, values: NewSingleSignOn): Promise<SingleSignOnRow> {
  const changes = { ...values, updatedAt: new Date() };
  const [row] = await queries
    .insert(singleSignOn)
    .values(changes)
    .onConflictDoUpdate({ target: singleSignOn.organizationId, set: changes })
    .returning();
  return row as SingleSignOnRow;
}

export async function deleteSingleSignOn(
  queries: Queries,
  organizationId: string,
): Promise<SingleSignOnRow | undefined> {
  const [row] = await queries.delete(singleSignOn).where(eq(singleSignOn.organizationId, organizationId)).returning();
  return row;
}
