import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { member } from "./schema/accounts.ts";
import { agentKey, apiKey } from "./schema/api-keys.ts";
import { guardrailKey } from "./schema/guardrails.ts";
import { rateLimit } from "./schema/money.ts";
import { workspace } from "./schema/workspaces.ts";

export type ApiKeyRow = typeof apiKey.$inferSelect;
export type NewApiKey = typeof apiKey.$inferInsert;
export type ApiKeyChanges = Partial<Omit<ApiKeyRow, "id" | "hash" | "workspaceId" | "createdAt">>;

/** A short-lived key of an agent, as it is kept in memory: its hash and its end (Unix ms). */
export type AgentKey = { hash: string; endsAtMs: number };

/**
 * Returns every key with its organization, guardrail and agent keys, for the directory in memory; only one key if `hash`
 * is given: its own, or that of one of its agent keys.
 */
export function loadKeys(queries: Queries, hash?: string) {
  const owner = queries
    .select({ id: agentKey.keyId })
    .from(agentKey)
    .where(eq(agentKey.hash, hash ?? ""));
  const isWanted = or(eq(apiKey.hash, hash ?? ""), sql`${apiKey.id} = (${owner})`);
  const endsAtMs = sql`(extract(epoch from ${agentKey.expiresAt}) * 1000)::float8`;
  const ofAgents = queries
    .select({
      keyId: agentKey.keyId,
      keys: sql<AgentKey[] | null>`json_agg(json_build_object('hash', ${agentKey.hash}, 'endsAtMs', ${endsAtMs}))`.as(
        "keys",
      ),
    })
    .from(agentKey)
    .where(gt(agentKey.expiresAt, sql`now()`))
    .groupBy(agentKey.keyId)
    .as("of_agents");
  return queries
    .select({
      key: apiKey,
      organizationId: workspace.organizationId,
      guardrailId: guardrailKey.guardrailId,
      agentKeys: ofAgents.keys,
      /** The directory has deactivated the key's creator. */
      hasInactiveCreator: sql<boolean>`${member.deactivatedAt} is not null`,
    })
    .from(apiKey)
    .innerJoin(workspace, eq(workspace.id, apiKey.workspaceId))
    .leftJoin(guardrailKey, eq(guardrailKey.keyHash, apiKey.hash))
    .leftJoin(ofAgents, eq(ofAgents.keyId, apiKey.id))
    .leftJoin(member, and(eq(member.userId, apiKey.creatorUserId), eq(member.organizationId, workspace.organizationId)))
    .where(hash ? isWanted : undefined);
}

export type LoadedKey = Awaited<ReturnType<typeof loadKeys>>[number];

/** Adds a key. Returns undefined if a key with this hash already exists. */
export async function insertKey(queries: Queries, key: NewApiKey): Promise<ApiKeyRow | undefined> {
  const [row] = await queries.insert(apiKey).values(key).onConflictDoNothing().returning();
  return row;
}

/** Returns a key of one workspace; undefined for another workspace's. */
export async function findKey(queries: Queries, workspaceId: string, hash: string): Promise<ApiKeyRow | undefined> {
  const [row] = await queries.select().from(apiKey).where(hasHash(workspaceId, hash));
  return row;
}

/** Changes a key of one workspace. Returns undefined if there is no such key. */
export async function updateKey(
  queries: Queries,
  workspaceId: string,
  hash: string,
  changes: ApiKeyChanges,
): Promise<ApiKeyRow | undefined> {
  const [row] = await queries
    .update(apiKey)
    .set({ ...changes, updatedAt: new Date() })
    .where(hasHash(workspaceId, hash))
    .returning();
  return row;
}

/**
 * Creates the replacement of a key, with the same guardrail and rate limits, and lets the old key end at `endsAt`. Returns undefined
 * and changes nothing if the old key is gone or already replaced.
 */
export async function replaceKey(
  queries: Transaction,
  { hash, endsAt }: { hash: string; endsAt: Date },
  successor: NewApiKey,
): Promise<ApiKeyRow | undefined> {
  const [old] = await queries
    .update(apiKey)
    .set({ rotatedTo: successor.hash, expiresAt: endsAt, updatedAt: new Date() })
    .where(and(eq(apiKey.hash, hash), isNull(apiKey.rotatedTo)))
    .returning({ id: apiKey.id });
  if (!old) return undefined;
  const [row] = await queries.insert(apiKey).values(successor).returning();
  const [assignment] = await queries.select().from(guardrailKey).where(eq(guardrailKey.keyHash, hash));
  if (assignment) {
    const { guardrailId, assignedBy } = assignment;
    await queries.insert(guardrailKey).values({ guardrailId, assignedBy, keyHash: successor.hash });
  }
  await queries.update(rateLimit).set({ keyHash: successor.hash }).where(eq(rateLimit.keyHash, hash));
  return row;
}

/** Deletes a key; its spending still counts. Returns false if there is no such key. */
export async function deleteKey(queries: Transaction, hash: string): Promise<boolean> {
  const rows = await queries.delete(apiKey).where(eq(apiKey.hash, hash)).returning({ hash: apiKey.hash });
  await queries.update(apiKey).set({ rotatedTo: null }).where(eq(apiKey.rotatedTo, hash));
  return rows.length > 0;
}

/** Stores the times of last use of several keys. */
export async function touchKeys(queries: Queries, lastUsed: ReadonlyMap<string, number>): Promise<void> {
  const byTime = Map.groupBy(lastUsed.keys(), (hash) => Math.floor((lastUsed.get(hash) as number) / 1000));
  for (const [second, hashes] of byTime) {
    const at = sql`to_timestamp(${second})`;
    await queries.update(apiKey).set({ lastUsedAt: at }).where(inArray(apiKey.hash, hashes));
  }
}

function hasHash(workspaceId: string, hash: string) {
  return and(eq(apiKey.workspaceId, workspaceId), eq(apiKey.hash, hash));
}
