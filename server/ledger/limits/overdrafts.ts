import type { Account } from "./account.ts";
import type { Limit } from "./limit.ts";
import { periodStart } from "./period.ts";

/** What keys may spend beyond their leases while the database does not respond, in nano-USD. */
export type Overdrafts = {
  /** Reserves under a limit whose lease is used up. Returns undefined if the key's overdraft is used up too. */
  take(limit: Limit, keyId: string, nanoUsd: number, atMs: number): Account | undefined;
  /** Resets the overdrafts once all of them are in the database. */
  clear(): void;
};

const PREFIX = "overdraft ";
/** Callers may name any number of end users, each with a budget. */
const MOST_OVERDRAFTS = 100_000;

/** Returns whether a use of a limit in a ledger row was an overdraft. */
export function isOverdraft(account: string): boolean {
  return account.startsWith(PREFIX);
}

/**
 * Creates the overdrafts: each key may exceed each of its limits by `mostNanoUsd` in one outage. What it spends is
 * counted with its ledger row, as every cost is, so the limit includes it once the row is written. `before`: what
 * earlier processes have overdrawn in this outage.
 */
export function createOverdrafts(mostNanoUsd: number, before: ReadonlyMap<string, number> = new Map()): Overdrafts {
  let earlier = before;
  const accounts = new Map<string, Account>();

  function accountOf(limit: Limit, name: string, start: string): Account | undefined {
    const known = accounts.get(name);
    if (known) return known;
    if (accounts.size >= MOST_OVERDRAFTS) return undefined;
    const account: Account = {
      account: name,
      periodStart: start,
      limit,
      available: mostNanoUsd - (earlier.get(name) ?? 0),
      reserved: 0,
      lastUsedMs: 0,
      tenure: { isOver: false },
      isOverdraft: true,
    };
    accounts.set(name, account);
    return account;
  }

  return {
    take(limit, keyId, nanoUsd, atMs) {
      const start = limit.interval ? periodStart(limit.interval, atMs, limit.timeZone) : "";
      const account = accountOf(limit, `${PREFIX}${keyId} ${limit.account}`, start);
      if (!account || account.available < nanoUsd) return undefined;
      account.available -= nanoUsd;
      account.reserved += nanoUsd;
      return account;
    },
    clear() {
      earlier = new Map();
      accounts.clear();
    },
  };
}
