import { and, asc, count, eq, isNull, or, sql } from "drizzle-orm";
import type { Database, Queries, Transaction } from "./database.ts";
import { customProvider } from "./schema/custom-providers.ts";

/** A model of a custom provider. */
export type StoredModel = {
  /** The server's name of the model. */
  upstreamModel: string;
  /** The catalogue model that it serves; null: a model of its own. */
  model: string | null;
  name: string | null;
  contextLength: number | null;
  maxOutputTokens: number | null;
  inputModalities: string[];
  outputModalities: string[] | null;
  supportedParameters: string[] | null;
  /** Nano-USD per million, by usage unit. */
  prices: Record<string, number>;
};

type Row = typeof customProvider.$inferSelect;
export type CustomProviderRow = Omit<Row, "models" | "api"> & { api: "openai" | "anthropic"; models: StoredModel[] };
export type NewCustomProvider = Omit<CustomProviderRow, "createdAt" | "updatedAt">;
export type CustomProviderChanges = Partial<
  Omit<CustomProviderRow, "id" | "organizationId" | "workspaceId" | "slug" | "createdAt" | "updatedAt">
>;

/**
 * Adds a provider. Returns undefined, and adds nothing, if the slug is taken; `full` if its workspace (or the
 * organization) has `most` providers.
 */
export async function insertCustomProvider(
  queries: Transaction,
  values: NewCustomProvider,
  most: number,
): Promise<CustomProviderRow | "full" | undefined> {
  const { organizationId, workspaceId } = values;
  const group = `custom_providers:${organizationId}:${workspaceId}`;
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${group}, 0))`);
  const own = workspaceId === null ? isNull(customProvider.workspaceId) : eq(customProvider.workspaceId, workspaceId);
  const [found] = await queries
    .select({ count: count() })
    .from(customProvider)
    .where(and(eq(customProvider.organizationId, organizationId), own));
  if ((found?.count ?? 0) >= most) return "full";
  const [row] = await queries.insert(customProvider).values(values).onConflictDoNothing().returning();
  return row as CustomProviderRow | undefined;
}

/** Returns a provider of one organization; undefined for another's. */
export async function findCustomProvider(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<CustomProviderRow | undefined> {
  const [row] = await queries.select().from(customProvider).where(hasId(organizationId, id));
  return row as CustomProviderRow | undefined;
}

/** Returns the current provider and locks it against changes by others until the transaction ends. */
export async function lockCustomProvider(
  queries: Transaction,
  organizationId: string,
  id: string,
): Promise<CustomProviderRow | undefined> {
  const [row] = await queries.select().from(customProvider).where(hasId(organizationId, id)).for("update");
  return row as CustomProviderRow | undefined;
}

/** Returns the providers of an organization and of its workspaces, by slug. */
export async function listOwnProviders(queries: Queries, organizationId: string): Promise<CustomProviderRow[]> {
  const own = eq(customProvider.organizationId, organizationId);
  return (await queries
    .select()
    .from(customProvider)
    .where(own)
    .orderBy(asc(customProvider.slug))) as CustomProviderRow[];
}

/** Returns a page of a workspace's providers, including its organization's, by slug, and their total number. */
export async function listCustomProviders(
  queries: Queries,
  organizationId: string,
  { workspaceId, offset, limit }: { workspaceId: string; offset: number; limit: number },
) {
  const where = and(
    eq(customProvider.organizationId, organizationId),
    or(eq(customProvider.workspaceId, workspaceId), isNull(customProvider.workspaceId)),
  );
  const rows = await queries
    .select()
    .from(customProvider)
    .where(where)
    .orderBy(asc(customProvider.slug))
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(customProvider).where(where);
  return { rows: rows as CustomProviderRow[], total: total?.count ?? 0 };
}

/** Returns every provider of every organization, for the directory in memory. */
export async function loadCustomProviders(queries: Queries): Promise<CustomProviderRow[]> {
  return (await queries.select().from(customProvider).orderBy(asc(customProvider.slug))) as CustomProviderRow[];
}

/** Changes a provider. Returns undefined if it is gone. */
export async function updateCustomProvider(
  queries: Queries,
  organizationId: string,
  id: string,
  changes: CustomProviderChanges,
): Promise<CustomProviderRow | undefined> {
  const [row] = await queries
    .update(customProvider)
    .set({ ...changes, updatedAt: new Date() })
    .where(hasId(organizationId, id))
    .returning();
  return row as CustomProviderRow | undefined;
}

/** Deletes a provider. Returns false if it is gone. */
export async function deleteCustomProvider(queries: Queries, organizationId: string, id: string): Promise<boolean> {
  const rows = await queries.delete(customProvider).where(hasId(organizationId, id)).returning({
    id: customProvider.id,
  });
  return rows.length > 0;
}

/**
 * Replaces the sealed part of every provider, all or none; where `reseal` returns undefined it is unchanged. Returns the
 * number of replaced ones, and the ids of the unchanged ones.
 */
export function resealCustomProviders(
  database: Database,
  reseal: (id: string, sealed: string) => string | undefined,
): Promise<{ sealed: number; unopened: string[] }> {
  return database.queries.transaction(async (queries) => {
    const { id, sealedSecrets } = customProvider;
    const rows = await queries.select({ id, sealedSecrets }).from(customProvider).for("update");
    const unopened: string[] = [];
    for (const row of rows) {
      const fresh = reseal(row.id, row.sealedSecrets);
      if (fresh === undefined) unopened.push(row.id);
      else await queries.update(customProvider).set({ sealedSecrets: fresh }).where(eq(customProvider.id, row.id));
    }
    return { sealed: rows.length - unopened.length, unopened };
  });
}

function hasId(organizationId: string, id: string) {
  return and(eq(customProvider.organizationId, organizationId), eq(customProvider.id, id));
}
