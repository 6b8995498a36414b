import { eq, isNull } from "drizzle-orm";
import type { Database, Queries } from "./database.ts";
import { credential } from "./schema/credentials.ts";

export type SealedCredential = { id: string; sealedKey: string };

/** The sealed key of every credential of every organization; for the operator's command. */
export function sealedCredentials(queries: Queries): Promise<SealedCredential[]> {
  return queries
    .select({ id: credential.id, sealedKey: credential.sealedKey })
    .from(credential)
    .where(isNull(credential.deletedAt));
}

/**
 * Replaces the sealed key of every credential, all or none; where `reseal` answers undefined it stays. Answers how many
 * were replaced, and the ids of those that were not.
 */
export function resealCredentials(
  database: Database,
  reseal: (id: string, sealedKey: string) => string | undefined,
): Promise<{ sealed: number; unopened: string[] }> {
  return database.queries.transaction(async (queries) => {
    const rows = await queries
      .select({ id: credential.id, sealedKey: credential.sealedKey })
      .from(credential)
      .where(isNull(credential.deletedAt))
      .for("update");
    const unopened: string[] = [];
    for (const { id, sealedKey } of rows) {
      const fresh = reseal(id, sealedKey);
      if (fresh === undefined) unopened.push(id);
      else await queries.update(credential).set({ sealedKey: fresh }).where(eq(credential.id, id));
    }
    return { sealed: rows.length - unopened.length, unopened };
  });
}
