import { and, desc, eq, inArray, isNotNull, lte, notInArray, type SQL } from "drizzle-orm";
import { type ApiKeyRow, insertKey, type NewApiKey } from "./api-keys.ts";
import type { Queries, Transaction } from "./database.ts";
import { agentKey, agentSignIn, apiKey } from "./schema/api-keys.ts";
import { workspace } from "./schema/workspaces.ts";

export type AgentSignInRow = typeof agentSignIn.$inferSelect;

/** SHA-256 of the two parts of a refresh token, hex. */
export type RefreshHashes = { familyHash: string; turnHash: string };

/** A short-lived key of an agent. */
export type IssuedKey = { hash: string; label: string; expiresAt: Date };

/** Adds the API key of an agent, with its first short-lived key. */
export async function insertAgentKey(
  queries: Transaction,
  key: NewApiKey & { hash: string },
  { familyHash, turnHash }: RefreshHashes,
  issued: IssuedKey,
  now: Date,
): Promise<ApiKeyRow> {
  const row = (await insertKey(queries, { ...key, label: issued.label })) as ApiKeyRow;
  await queries.insert(agentSignIn).values({ keyId: row.id, familyHash, turnHash, refreshedAt: now });
  await queries.insert(agentKey).values({ hash: issued.hash, keyId: row.id, expiresAt: issued.expiresAt });
  return row;
}

/** Returns a sign-in by the constant part of its refresh token, with its API key, and locks it. */
export async function lockSignIn(
  queries: Transaction,
  familyHash: string,
): Promise<{ signIn: AgentSignInRow; key: ApiKeyRow; organizationId: string } | undefined> {
  const [row] = await queries
    .select({ signIn: agentSignIn, key: apiKey, organizationId: workspace.organizationId })
    .from(agentSignIn)
    .innerJoin(apiKey, eq(apiKey.id, agentSignIn.keyId))
    .innerJoin(workspace, eq(workspace.id, apiKey.workspaceId))
    .where(eq(agentSignIn.familyHash, familyHash))
    .for("update", { of: agentSignIn });
  return row;
}

/** How many keys of one agent work at the same time. */
const MAX_KEYS = 5;

/** Adds the next short-lived key of an agent and removes those that have expired or are too many. */
export async function issueAgentKey(
  queries: Transaction,
  keyId: number,
  turn: { turnHash: string; previousTurnHash: string },
  issued: IssuedKey,
  now: Date,
): Promise<void> {
  await queries
    .update(agentSignIn)
    .set({ ...turn, refreshedAt: now })
    .where(eq(agentSignIn.keyId, keyId));
  await queries.update(apiKey).set({ label: issued.label }).where(eq(apiKey.id, keyId));
  const isOwn = eq(agentKey.keyId, keyId);
  await queries.delete(agentKey).where(and(isOwn, lte(agentKey.expiresAt, now)));
  await queries.insert(agentKey).values({ hash: issued.hash, keyId, expiresAt: issued.expiresAt });
  const newest = queries
    .select({ hash: agentKey.hash })
    .from(agentKey)
    .where(isOwn)
    .orderBy(desc(agentKey.expiresAt), agentKey.hash)
    .limit(MAX_KEYS);
  await queries.delete(agentKey).where(and(isOwn, notInArray(agentKey.hash, newest)));
}

/** Returns the API key of an agent by one of its short-lived keys or the constant part of its refresh token. */
export async function findAgentKey(
  queries: Queries,
  by: { familyHash: string } | { keyHash: string },
): Promise<{ key: ApiKeyRow; organizationId: string } | undefined> {
  const owner =
    "familyHash" in by
      ? queries.select({ id: agentSignIn.keyId }).from(agentSignIn).where(eq(agentSignIn.familyHash, by.familyHash))
      : queries.select({ id: agentKey.keyId }).from(agentKey).where(eq(agentKey.hash, by.keyHash));
  return (await selectAgentKeys(queries, inArray(apiKey.id, owner)))[0];
}

/** Returns the keys of the agents that users signed in, in an organization or one of its workspaces. */
export async function agentKeysOf(
  queries: Transaction,
  place: { organizationId: string } | { workspaceId: string },
  userIds: readonly string[],
): Promise<ApiKeyRow[]> {
  const isThere =
    "workspaceId" in place
      ? eq(apiKey.workspaceId, place.workspaceId)
      : eq(workspace.organizationId, place.organizationId);
  const rows = await selectAgentKeys(queries, and(isThere, inArray(apiKey.creatorUserId, [...userIds])));
  return rows.map(({ key }) => key);
}

function selectAgentKeys(queries: Queries, where: SQL | undefined) {
  return queries
    .select({ key: apiKey, organizationId: workspace.organizationId })
    .from(apiKey)
    .innerJoin(workspace, eq(workspace.id, apiKey.workspaceId))
    .where(and(isNotNull(apiKey.agent), where));
}
