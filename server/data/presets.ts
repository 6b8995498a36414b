import { and, asc, count, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { parseJsonText } from "../json/shallow-json.ts";
import type { Queries, Transaction } from "./database.ts";
import { preset, presetVersion } from "./schema/presets.ts";

export type PresetRow = typeof preset.$inferSelect;
export type PresetVersionRow = typeof presetVersion.$inferSelect;
export type UsedPreset = { preset: PresetRow; version: PresetVersionRow };

/** Read as text, since the driver would round numbers that the database stores exactly. */
const VERSION = {
  ...getTableColumns(presetVersion),
  config: sql<unknown>`${presetVersion.config}::text`.mapWith(parseJsonText),
};

const IN_USE = and(eq(presetVersion.presetId, preset.id), eq(presetVersion.version, preset.version));

/** Returns every preset with its current version, for the directory in memory. */
export function loadPresets(queries: Queries): Promise<UsedPreset[]> {
  return queries.select({ preset, version: VERSION }).from(preset).innerJoin(presetVersion, IN_USE);
}

/** Returns a preset of one workspace with its current version; undefined for another workspace's. */
export async function findPreset(queries: Queries, workspaceId: string, slug: string): Promise<UsedPreset | undefined> {
  const [found] = await queries
    .select({ preset, version: VERSION })
    .from(preset)
    .innerJoin(presetVersion, IN_USE)
    .where(and(eq(preset.workspaceId, workspaceId), eq(preset.slug, slug)));
  return found;
}

/** Returns a page of a workspace's presets, by slug, and their total number. */
export async function listPresets(queries: Queries, workspaceId: string, offset: number, limit: number) {
  const where = eq(preset.workspaceId, workspaceId);
  const rows = await queries
    .select({ preset, version: VERSION })
    .from(preset)
    .innerJoin(presetVersion, IN_USE)
    .where(where)
    .orderBy(asc(preset.slug))
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(preset).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Returns a page of a preset's versions, newest first, and their total number. */
export async function listPresetVersions(queries: Queries, presetId: string, offset: number, limit: number) {
  const where = eq(presetVersion.presetId, presetId);
  const order = desc(presetVersion.version);
  const rows = await queries
    .select(VERSION)
    .from(presetVersion)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(presetVersion).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Deletes a preset with its versions. Returns false if the workspace has none with this id. */
export async function deletePreset(queries: Queries, workspaceId: string, id: string): Promise<boolean> {
  const where = and(eq(preset.workspaceId, workspaceId), eq(preset.id, id));
  return (await queries.delete(preset).where(where).returning({ id: preset.id })).length > 0;
}

export async function findPresetVersion(
  queries: Queries,
  presetId: string,
  version: number,
): Promise<PresetVersionRow | undefined> {
  const [row] = await queries
    .select(VERSION)
    .from(presetVersion)
    .where(and(eq(presetVersion.presetId, presetId), eq(presetVersion.version, version)));
  return row;
}

type NewVersion = {
  workspaceId: string;
  slug: string;
  creatorUserId: string | null;
  creatorKeyStableId: string | null;
  creator: string;
  config: unknown;
  systemPrompt: string | null;
};

/**
 * Creates a preset, or the next version of the one with this slug, and makes it current. With `onlyOwn`, returns
 * undefined and changes nothing if the slug belongs to another key or user.
 */
export async function putPreset(
  queries: Transaction,
  values: NewVersion,
  { onlyOwn }: { onlyOwn: boolean },
): Promise<UsedPreset | undefined> {
  const { workspaceId, slug, creatorUserId, creatorKeyStableId, ...content } = values;
  const isOwn = creatorKeyStableId
    ? eq(preset.creatorKeyStableId, creatorKeyStableId)
    : creatorUserId
      ? eq(preset.creatorUserId, creatorUserId)
      : sql`false`;
  const [row] = await queries
    .insert(preset)
    .values({ workspaceId, slug, creatorUserId, creatorKeyStableId, version: 1 })
    .onConflictDoUpdate({
      target: [preset.workspaceId, preset.slug],
      set: { version: sql`${preset.version} + 1`, updatedAt: new Date() },
      ...(onlyOwn && { setWhere: isOwn }),
    })
    .returning();
  if (!row) return undefined;
  const { id, version } = row;
  const [created] = await queries
    .insert(presetVersion)
    .values({ ...content, presetId: id, version })
    .returning(VERSION);
  return { preset: row, version: created as PresetVersionRow };
}
