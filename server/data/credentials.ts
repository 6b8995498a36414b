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
    | "allowedModels"
    | "allowedUserIds"
    | "allowedApiKeyHashes"
  >
>;
/** Credentials that have one order. */
export type CredentialGroup = Pick<CredentialRow, "organizationId" | "workspaceId" | "provider">;
/** A key in the place of a credential's former one. */
export type SealedKey = Pick<CredentialRow, "sealedKey" | "label">;

/** Within a provider: as they are tried, a workspace's own before those of all workspaces. */
const ORDER = [
  asc(credential.provider),
  asc(credential.isFallback),
  sql`${credential.workspaceId} is null`,
  asc(credential.sortOrder),
  asc(credential.createdAt),
  asc(credential.id),
];

/** Every credential that is not deleted, each provider's in the order they are tried; for the directory in memory. */
export function loadCredentials(queries: Queries): Promise<CredentialRow[]> {
  return queries
    .select()
    .from(credential)
    .where(isNull(credential.deletedAt))
    .orderBy(...ORDER);
}

/** A credential of an organization; undefined for another's and for a deleted one. */
export async function findCredential(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<CredentialRow | undefined> {
  const [row] = await queries.select().from(credential).where(scoped(organizationId, id));
  return row;
}

export type CredentialFilter = { workspaceId: string; provider?: string; offset: number; limit: number };

/** A page of the credentials that a workspace has, its organization's among them, and how many there are in all. */
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

/** Makes a credential, to be tried after those that its workspace (or all workspaces) has for the provider. */
export async function insertCredential(queries: Transaction, made: NewCredential): Promise<CredentialRow> {
  const { organizationId, workspaceId = null, provider } = made;
  const [last] = await queries
    .select({ order: max(credential.sortOrder) })
    .from(credential)
    .where(together({ organizationId, workspaceId, provider }));
  const sortOrder = (last?.order ?? -1) + 1;
  const [row] = await queries
    .insert(credential)
    .values({ ...made, sortOrder })
    .returning();
  return row as CredentialRow;
}

/**
 * Changes a credential; undefined when there is no such. A new key overwrites the former one, and what was counted for
 * that begins anew.
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
    .where(scoped(organizationId, id))
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

/** Deletes a credential and wipes its key; the row stays for what refers to it. False when there is no such. */
export async function deleteCredential(queries: Queries, organizationId: string, id: string): Promise<boolean> {
  const rows = await queries
    .update(credential)
    .set({ sealedKey: "", label: "", disabled: true, deletedAt: new Date() })
    .where(scoped(organizationId, id))
    .returning({ id: credential.id });
  return rows.length > 0;
}

/** The credentials of an organization among these ids, in no order. */
export function findCredentials(queries: Queries, organizationId: string, ids: string[]): Promise<CredentialRow[]> {
  const own = and(eq(credential.organizationId, organizationId), inArray(credential.id, ids));
  return queries
    .select()
    .from(credential)
    .where(and(own, isNull(credential.deletedAt)));
}

/** Puts credentials of one provider and workspace in a new order; those not named come after them, as they were. */
export async function orderCredentials(
  queries: Transaction,
  group: CredentialGroup,
  ids: readonly string[],
): Promise<CredentialRow[]> {
  const rows = await queries
    .select()
    .from(credential)
    .where(together(group))
    .orderBy(asc(credential.sortOrder), asc(credential.createdAt))
    .for("update");
  const placeOf = ({ id }: CredentialRow) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  const ordered = rows.sort((a, b) => placeOf(a) - placeOf(b)).map((row, sortOrder) => ({ ...row, sortOrder }));
  for (const { id, sortOrder } of ordered)
    await queries.update(credential).set({ sortOrder }).where(eq(credential.id, id));
  return ordered;
}

function scoped(organizationId: string, id: string) {
  return and(eq(credential.organizationId, organizationId), eq(credential.id, id), isNull(credential.deletedAt));
}

function together({ organizationId, workspaceId, provider }: CredentialGroup) {
  return and(
    eq(credential.organizationId, organizationId),
    workspaceId === null ? isNull(credential.workspaceId) : eq(credential.workspaceId, workspaceId),
    eq(credential.provider, provider),
    isNull(credential.deletedAt),
  );
}
