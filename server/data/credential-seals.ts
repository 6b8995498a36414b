import { eq, isNull } from "drizzle-orm";
import type { Database, Queries } from "./database.ts";
import { credential } from "./schema/credentials.ts";

export type SealedCredential = { id: string; sealedKey: string };

/** Returns the sealed key of every credential of every organization; for the operator's command. */
export function sealedCredentials(queries: Queries): Promise<SealedCredential[]> {
  return queries
    .select({ id: credential.id, sealedKey: credential.sealedKey })
    .from(credential)
    .where(isNull(credential.deletedAt));
}

/**
 * Replaces the sealed key of every credential, all or none; where `reseal` returns undefined it is unchanged. Returns
 * the number of replaced keys, and the ids of the unchanged ones.
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
