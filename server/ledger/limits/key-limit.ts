import type { Limit } from "./limit.ts";
import type { Interval } from "./period.ts";

/** The payer kind under which totals count each key's spending, with or without a limit. */
export const KEY_LIMIT_PAYER = "limit";

/** The fields of a key that define its spending limit. */
export type LimitedKey = {
  label: string;
  stableId: string;
  limitNanoUsd: number | null;
  limitReset: Interval | null;
  includeByokInLimit: boolean;
};

/** Returns the account of a key's limit. */
export function keyAccount(stableId: string): string {
  return `key:${stableId}`;
}

// Caches each key's limit, which every request needs. A changed key is a new object.
const known = new WeakMap<LimitedKey, Limit>();

/** Returns a key's spending limit, the same object for the same key; undefined if it has none. */
export function keyLimit(key: LimitedKey): Limit | undefined {
  if (key.limitNanoUsd === null) return undefined;
  let limit = known.get(key);
  if (!limit) {
    limit = limitOf(key, key.limitNanoUsd);
    known.set(key, limit);
  }
  return limit;
}

function limitOf(key: LimitedKey, nanoUsd: number): Limit {
  return {
    account: keyAccount(key.stableId),
    title: `the spending limit of key ${key.label}`,
    payerKind: KEY_LIMIT_PAYER,
    payerId: key.stableId,
    nanoUsd,
    interval: key.limitReset,
    includeByok: key.includeByokInLimit,
  };
}
