import type { z } from "zod";
import type { CurrentKey } from "#lib/contract/keys.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type { KeyRecord } from "#server/caller/principal.ts";
import { readTotals, type Totals } from "#server/data/generations.ts";
import type { Gateway } from "#server/gateway.ts";
import { KEY_LIMIT_PAYER } from "#server/ledger/limits/key-limit.ts";
import { periodStarts } from "#server/ledger/limits/period.ts";

/** The fields of a key record for spending and remaining limits, in wire format. */
export type UsageFields = Pick<
  z.output<typeof CurrentKey>,
  | "usage"
  | "usage_daily"
  | "usage_weekly"
  | "usage_monthly"
  | "byok_usage"
  | "byok_usage_daily"
  | "byok_usage_weekly"
  | "byok_usage_monthly"
  | "limit"
  | "limit_remaining"
  | "limit_reset"
  | "include_byok_in_limit"
>;

type LimitedKey = Pick<KeyRecord, "hash" | "stableId" | "limitNanoUsd" | "limitReset" | "includeByokInLimit">;

/** Reads the usage of keys, including every finished call. Returns a function that gives each key's fields. */
export async function readUsage(
  gateway: Gateway,
  keys: readonly LimitedKey[],
): Promise<(key: LimitedKey) => UsageFields> {
  await gateway.ledger.flush();
  const read = async (kind: string, ids: string[]) => {
    const rows = await readTotals(gateway.database.queries, kind, periodStarts(gateway.now()), ids);
    return new Map(rows.map((row) => [row.payerId, row]));
  };
  const byKey = await read(
    "key",
    keys.map(({ hash }) => hash),
  );
  const byLimit = await read(
    KEY_LIMIT_PAYER,
    keys.map(({ stableId }) => stableId),
  );
  return (key) => ({
    ...spentFields(byKey.get(key.hash)),
    limit: key.limitNanoUsd === null ? null : usdOf(key.limitNanoUsd),
    limit_remaining: remainingOf(key, byLimit.get(key.stableId)),
    limit_reset: key.limitReset,
    include_byok_in_limit: key.includeByokInLimit,
  });
}

function spentFields(total: Totals | undefined) {
  return {
    usage: usdOf(total?.all ?? 0),
    usage_daily: usdOf(total?.daily ?? 0),
    usage_weekly: usdOf(total?.weekly ?? 0),
    usage_monthly: usdOf(total?.monthly ?? 0),
    byok_usage: usdOf(total?.byokAll ?? 0),
    byok_usage_daily: usdOf(total?.byokDaily ?? 0),
    byok_usage_weekly: usdOf(total?.byokWeekly ?? 0),
    byok_usage_monthly: usdOf(total?.byokMonthly ?? 0),
  };
}

function remainingOf(key: LimitedKey, total: Totals | undefined): number | null {
  if (key.limitNanoUsd === null) return null;
  return usdOf(Math.max(0, key.limitNanoUsd - (total ? spentUnder(key, total) : 0)));
}

function spentUnder({ limitReset, includeByokInLimit }: LimitedKey, total: Totals): number {
  const own = { daily: total.daily, weekly: total.weekly, monthly: total.monthly };
  const byok = { daily: total.byokDaily, weekly: total.byokWeekly, monthly: total.byokMonthly };
  const spent = limitReset ? own[limitReset] : total.all;
  return includeByokInLimit ? spent + (limitReset ? byok[limitReset] : total.byokAll) : spent;
}
