import { type Planning, planOf } from "#server/catalogue/refresh/plan-of.ts";
import { type PriceCheck, readPriceCheck, writePriceCheck } from "#server/catalogue/refresh/price-check.ts";
import type { Database } from "#server/data/database.ts";
import type { Environment } from "#server/env.ts";
import { HttpError } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import { type Job, runEvery } from "./run-every.ts";

const HOUR_MS = 3_600_000;
/** How soon a check that is due takes place. */
const LOOK_MS = 60_000;

type Parts = Omit<Planning, "environment"> & {
  environment: Pick<Environment, "PRICES_FROM" | "PRICES_CHECK_HOURS">;
  database: Database;
  log: Log;
};

/**
 * Compares the prices in use with PRICES_FROM every PRICES_CHECK_HOURS and records what differs. Changes nothing: an
 * administrator reviews and applies the plan. Processes share the record, so the source is read about once.
 */
export function startPriceCheck(parts: Parts): Job {
  const { environment, database, log, now } = parts;
  const { PRICES_FROM: source, PRICES_CHECK_HOURS: hours } = environment;
  const look = async () => {
    const last = await readPriceCheck(database.queries);
    if (last && Date.parse(last.checkedAt) > now() - hours * HOUR_MS) return;
    const check = await checkPrices(parts);
    await writePriceCheck(database.queries, check);
    if (check.error !== null) log.warn({ reason: check.error }, "the price source could not be read");
  };
  return runEvery(LOOK_MS, "check prices", look, log, source !== undefined && hours > 0);
}

async function checkPrices(parts: Parts): Promise<PriceCheck> {
  const checkedAt = new Date(parts.now()).toISOString();
  try {
    const { changes, endpoints } = await planOf(parts, {});
    return { checkedAt, error: null, changes: changes.length, modelsAdded: endpoints.length };
  } catch (thrown) {
    if (!(thrown instanceof HttpError)) throw thrown;
    return { checkedAt, error: thrown.message, changes: 0, modelsAdded: 0 };
  }
}
