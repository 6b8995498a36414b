import type { Limit } from "./limit.ts";
import type { Interval } from "./period.ts";

/** Under this kind the totals count what each key's limit account has spent, limited or not. */
export const KEY_LIMIT_PAYER = "limit";

/** What of a key says its spending limit. */
export type LimitedKey = {
  label: string;
  limitAccount: string;
  limitNanoUsd: number | null;
  limitReset: Interval | null;
  includeByokInLimit: boolean;
};

/** The account that the room under a key's limit is held on. */
export function keyAccount(limitAccount: string): string {
  return `key:${limitAccount}`;
}

// A key in memory is replaced when it changes, and asked for its limit with every call.
const known = new WeakMap<LimitedKey, Limit>();

/** A key's own spending limit; undefined when it has none. The same object for the same key. */
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
    account: keyAccount(key.limitAccount),
    title: `the spending limit of key ${key.label}`,
    payerKind: KEY_LIMIT_PAYER,
    payerId: key.limitAccount,
    nanoUsd,
    interval: key.limitReset,
    includeByok: key.includeByokInLimit,
  };
}
