import { and, eq, sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { credential } from "./schema/credentials.ts";

/** Results of requests through one key of a credential since they were last written; times in Unix ms. */
export type CredentialUses = {
  id: string;
  /** The key used; results of an older one do not apply to its successor. */
  keyVersion: number;
  successes: number;
  failures: number;
  firstSuccessMs?: number;
  lastSuccessMs?: number;
  lastFailure?: { atMs: number; status: number; message: string };
};

/** Adds the results of requests to the stored ones. */
export async function addCredentialUses(queries: Queries, uses: CredentialUses): Promise<void> {
  const { id, keyVersion, successes, failures, firstSuccessMs, lastSuccessMs, lastFailure } = uses;
  const first = toIso(firstSuccessMs);
  const last = toIso(lastSuccessMs);
  await queries
    .update(credential)
    .set({
      successes: sql`${credential.successes} + ${successes}`,
      failures: sql`${credential.failures} + ${failures}`,
      ...(first && { firstSuccessAt: sql`least(${credential.firstSuccessAt}, ${first}::timestamptz)` }),
      ...(last && { lastSuccessAt: sql`greatest(${credential.lastSuccessAt}, ${last}::timestamptz)` }),
      ...(lastFailure && {
        lastFailureAt: new Date(lastFailure.atMs),
        lastFailureStatus: lastFailure.status,
        lastFailure: lastFailure.message,
      }),
    })
    .where(and(eq(credential.id, id), eq(credential.keyVersion, keyVersion)));
}

/** Records that the provider accepted a test request with this key. */
export async function recordKeyTest(queries: Queries, id: string, keyVersion: number, testedAt: Date): Promise<void> {
  await queries
    .update(credential)
    .set({ testedAt })
    .where(and(eq(credential.id, id), eq(credential.keyVersion, keyVersion)));
}

function toIso(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
