import { and, eq } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { setting } from "./schema/workspaces.ts";

type Reading = Queries;
type Writing = Queries;

/** Returns the value of a setting; undefined if it was never set. */
export async function readSetting(queries: Reading, name: string): Promise<string | undefined> {
  const [row] = await queries.select({ value: setting.value }).from(setting).where(eq(setting.name, name));
  return row?.value;
}

export async function writeSetting(queries: Writing, name: string, value: string): Promise<void> {
  const updatedAt = new Date();
  await queries
    .insert(setting)
    .values({ name, value, updatedAt })
    .onConflictDoUpdate({ target: setting.name, set: { value, updatedAt } });
}

export async function deleteSetting(queries: Writing, name: string): Promise<void> {
  await queries.delete(setting).where(eq(setting.name, name));
}

/** Deletes a setting if it has this value. Of several simultaneous calls, exactly one returns true. */
export async function takeSetting(queries: Writing, name: string, value: string): Promise<boolean> {
  const deleted = await queries
    .delete(setting)
    .where(and(eq(setting.name, name), eq(setting.value, value)))
    .returning({ name: setting.name });
  return deleted.length > 0;
}
