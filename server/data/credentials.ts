import { and, asc, count, eq, inArray, isNull, max, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { credential } from "./schema/credentials.ts";

export type CredentialRow = typeof credential.$inferSelect;
export type NewCredential = Omit<typeof credential.$inferInsert, "sortOrder">;
export type CredentialChanges = Partial<
  Pick<
    CredentialRow,
    | "name"
    | "disabled"
    | "isFallback"
    | "isRequired"
    | "isByokOnly"
    | "declaredZdr"
    | "weight"
    | "tier"
    | "allowedModels"
    | "allowedUserIds"
    | "allowedApiKeyHashes"
  >
>;
/** Credentials that share one order. */
export type CredentialGroup = Pick<CredentialRow, "organizationId" | "workspaceId" | "provider">;
/** A new sealed key and its label. */
export type SealedKey = Pick<CredentialRow, "sealedKey" | "label">;

/** The order within a provider: a workspace's own credentials before the organization's. */
const ORDER = [
  asc(credential.provider),
  asc(credential.isFallback),
  sql`${credential.workspaceId} is null`,
  asc(credential.sortOrder),
  asc(credential.createdAt),
  asc(credential.id),
];

/**
 * Returns every credential that is not deleted, each provider's in the order they are tried; for the directory in
 * memory.
 */
export function loadCredentials(queries: Queries): Promise<CredentialRow[]> {
  return queries
    .select()
    .from(credential)
    .where(isNull(credential.deletedAt))
    .orderBy(...ORDER);
}

/** Returns a credential of an organization; undefined for another's and for a deleted one. */
export async function findCredential(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<CredentialRow | undefined> {
  const [row] = await queries.select().from(credential).where(hasId(organizationId, id));
  return row;
}

export type CredentialFilter = { workspaceId: string; provider?: string; offset: number; limit: number };

/** Returns a page of a workspace's credentials, including its organization's, and their total number. */
export async function listCredentials(queries: Queries, organizationId: string, filter: CredentialFilter) {
  const where = and(
    eq(credential.organizationId, organizationId),
    or(eq(credential.workspaceId, filter.workspaceId), isNull(credential.workspaceId)),
    filter.provider === undefined ? undefined : eq(credential.provider, filter.provider),
    isNull(credential.deletedAt),
  );
  const rows = await queries
    .select()
    .from(credential)
    .where(where)
    .orderBy(...ORDER)
    .limit(filter.limit)
    .offset(filter.offset);
  const [total] = await queries.select({ count: count() }).from(credential).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Creates a credential, last in the order of its workspace (or of the organization) for the provider. */
export async function insertCredential(queries: Transaction, values: NewCredential): Promise<CredentialRow> {
  const { organizationId, workspaceId = null, provider } = values;
  const [last] = await queries
    .select({ order: max(credential.sortOrder) })
    .from(credential)
    .where(inGroup({ organizationId, workspaceId, provider }));
  const sortOrder = (last?.order ?? -1) + 1;
  const [row] = await queries
    .insert(credential)
    .values({ ...values, sortOrder })
    .returning();
  return row as CredentialRow;
}

/**
 * Changes a credential. Returns undefined if there is none. A new key overwrites the previous one and resets its
 * counts.
 */
export async function updateCredential(
  queries: Queries,
  organizationId: string,
  id: string,
  changes: CredentialChanges,
  key?: SealedKey,
): Promise<CredentialRow | undefined> {
  const now = new Date();
  const [row] = await queries
    .update(credential)
    .set({ ...changes, ...(key && { ...key, ...NOTHING_COUNTED, keySetAt: now }), updatedAt: now })
    .where(hasId(organizationId, id))
    .returning();
  return row;
}

const NOTHING_COUNTED = {
  keyVersion: sql`${credential.keyVersion} + 1`,
  testedAt: null,
  firstSuccessAt: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailureStatus: null,
  lastFailure: null,
  successes: 0,
  failures: 0,
};

/** Deletes a credential and wipes its key; the row remains for references to it. Returns false if there is none. */
export async function deleteCredential(queries: Queries, organizationId: string, id: string): Promise<boolean> {
  const rows = await queries
    .update(credential)
    .set({ sealedKey: "", label: "", disabled: true, deletedAt: new Date() })
    .where(hasId(organizationId, id))
    .returning({ id: credential.id });
  return rows.length > 0;
}

/** Returns an organization's credentials with these ids, in no particular order. */
export function findCredentials(queries: Queries, organizationId: string, ids: string[]): Promise<CredentialRow[]> {
  const own = and(eq(credential.organizationId, organizationId), inArray(credential.id, ids));
  return queries
    .select()
    .from(credential)
    .where(and(own, isNull(credential.deletedAt)));
}

/** Reorders the credentials of one provider and workspace; those not named follow in their previous order. */
export async function orderCredentials(
  queries: Transaction,
  group: CredentialGroup,
  ids: readonly string[],
): Promise<CredentialRow[]> {
  const rows = await queries
    .select()
    .from(credential)
    .where(inGroup(group))
    .orderBy(asc(credential.sortOrder), asc(credential.createdAt))
    .for("update");
  const placeOf = ({ id }: CredentialRow) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  const sortedRows = rows.sort((a, b) => placeOf(a) - placeOf(b)).map((row, sortOrder) => ({ ...row, sortOrder }));
  for (const { id, sortOrder } of sortedRows)
    await queries.update(credential).set({ sortOrder }).where(eq(credential.id, id));
  return sortedRows;
}

function hasId(organizationId: string, id: string) {
  return and(eq(credential.organizationId, organizationId), eq(credential.id, id), isNull(credential.deletedAt));
}

function inGroup({ organizationId, workspaceId, provider }: CredentialGroup) {
  return and(
    eq(credential.organizationId, organizationId),
    workspaceId === null ? isNull(credential.workspaceId) : eq(credential.workspaceId, workspaceId),
    eq(credential.provider, provider),
    isNull(credential.deletedAt),
  );
}
