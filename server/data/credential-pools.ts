import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { CredentialGroup } from "./credentials.ts";
import type { Queries, Transaction } from "./database.ts";
import { credentialPool } from "./schema/credentials.ts";

export type CredentialPoolRow = typeof credentialPool.$inferSelect;

/** Returns the pools of every organization that have a strategy of their own, for the directory in memory. */
export function loadCredentialPools(queries: Queries): Promise<CredentialPoolRow[]> {
  return queries.select().from(credentialPool);
}

/** Returns the pools of an organization and its workspaces that have a strategy of their own, by provider. */
export function listCredentialPools(queries: Queries, organizationId: string): Promise<CredentialPoolRow[]> {
  return queries
    .select()
    .from(credentialPool)
    .where(eq(credentialPool.organizationId, organizationId))
    .orderBy(asc(credentialPool.provider));
}

/** Returns the strategy of a pool; undefined if none was set. */
export async function findPoolStrategy(queries: Queries, pool: CredentialGroup): Promise<string | undefined> {
  const [row] = await queries.select().from(credentialPool).where(isPool(pool));
  return row?.strategy;
}

/** Sets the strategy of a pool; undefined removes it. */
export async function putCredentialPool(
  queries: Transaction,
  pool: CredentialGroup,
  strategy: string | undefined,
): Promise<void> {
  const { organizationId, workspaceId, provider } = pool;
  const name = `credential_pool:${organizationId}:${workspaceId}:${provider}`;
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  if (strategy === undefined) {
    await queries.delete(credentialPool).where(isPool(pool));
    return;
  }
  const changed = await queries.update(credentialPool).set({ strategy }).where(isPool(pool)).returning();
  if (changed.length === 0)
    await queries.insert(credentialPool).values({ organizationId, workspaceId, provider, strategy });
}

function isPool({ organizationId, workspaceId, provider }: CredentialGroup) {
  return and(
    eq(credentialPool.organizationId, organizationId),
    workspaceId === null ? isNull(credentialPool.workspaceId) : eq(credentialPool.workspaceId, workspaceId),
    eq(credentialPool.provider, provider),
  );
}
