import type { Queries } from "#server/data/database.ts";
import { deleteSetting, readSetting, writeSetting } from "#server/data/settings.ts";

/** What the gateway found when it last compared the prices in use with the source in the environment. */
export type PriceCheck = {
  /** ISO. */
  checkedAt: string;
  /** Why the source could not be read; null if it was. */
  error: string | null;
  changes: number;
  modelsAdded: number;
};

const SETTING = "price_check";

/** Returns the last check; undefined before the first one, and after prices have changed since. */
export async function readPriceCheck(queries: Queries): Promise<PriceCheck | undefined> {
  const value = await readSetting(queries, SETTING);
  return value === undefined ? undefined : (JSON.parse(value) as PriceCheck);
}

export function writePriceCheck(queries: Queries, check: PriceCheck): Promise<void> {
  return writeSetting(queries, SETTING, JSON.stringify(check));
}

/** Makes the next run of the job check again. */
export function forgetPriceCheck(queries: Queries): Promise<void> {
  return deleteSetting(queries, SETTING);
}
