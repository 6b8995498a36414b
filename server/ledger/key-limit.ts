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

/** A key's own spending limit; undefined when it has none. */
export function keyLimit({
  label,
  limitAccount,
  limitNanoUsd,
  limitReset,
  includeByokInLimit,
}: LimitedKey): Limit | undefined {
  if (limitNanoUsd === null) return undefined;
  return {
    account: keyAccount(limitAccount),
    title: `the spending limit of key ${label}`,
    payerKind: KEY_LIMIT_PAYER,
    payerId: limitAccount,
    nanoUsd: limitNanoUsd,
    interval: limitReset,
    includeByok: includeByokInLimit,
  };
}
