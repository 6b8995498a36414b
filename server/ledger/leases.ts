import type { LeaseAnswer, LeaseRequest } from "#server/data/leases.ts";
import type { Limit } from "./limit.ts";
import { periodStart } from "./period.ts";

/** Where leases are kept for all processes. */
export type LeaseStore = {
  acquire(request: LeaseRequest): Promise<LeaseAnswer>;
  giveBack(account: string, periodStart: string, nanoUsd: number): Promise<void>;
  /** Asks other processes to give back what they do not need. */
  askBack(account: string): Promise<void>;
};

/** Room that this process holds under one limit in one period, nano-USD. */
export type Account = {
  readonly account: string;
  readonly periodStart: string;
  /** Set aside in the database and not promised to a call. Negative when a call cost more than was reserved for it. */
  available: number;
  /** Promised to calls that run. */
  reserved: number;
  lastUsedMs: number;
};

export type Leases = {
  /** Takes room at once from what is held, or else asks the database; undefined when the limit has none. */
  take(limit: Limit, nanoUsd: number): Account | undefined | Promise<Account | undefined>;
  /** Is this much held already, so that it could be taken at once? */
  holds(limit: Limit, nanoUsd: number): boolean;
  /** Ends a promise: the call cost this much. */
  settle(account: Account, reservedNanoUsd: number, costNanoUsd: number): void;
  /** Gives back what is held of a limit that has changed, or that another process needs. */
  release(account: string): Promise<void>;
  /** Gives back what has lain idle. */
  releaseIdle(idleMs: number): Promise<void>;
};

/** How often a process without room asks the others for theirs before it refuses. */
const ASKS = 3;

/**
 * Room under spending limits, held in memory in slices of what the database says is left, so that a call's
 * reservation takes no query. `parts`: a slice is one part of so many of the room; 1 where one process serves alone.
 */
export function createLeases(
  store: LeaseStore,
  options: { parts: number; now: () => number; pauseMs?: number },
): Leases {
  const accounts = new Map<string, Account>();
  const acquiring = new Map<string, Promise<void>>();
  const { parts, now, pauseMs = 100 } = options;

  function accountOf(limit: Limit): Account {
    const start = limit.interval ? periodStart(limit.interval, now()) : "";
    let account = accounts.get(limit.account);
    if (!account || account.periodStart !== start) {
      if (account) void giveBack(account);
      account = { account: limit.account, periodStart: start, available: 0, reserved: 0, lastUsedMs: 0 };
      accounts.set(limit.account, account);
    }
    return account;
  }

  function takeHeld(account: Account, nanoUsd: number): boolean {
    account.lastUsedMs = now();
    if (account.available < nanoUsd) return false;
    account.available -= nanoUsd;
    account.reserved += nanoUsd;
    return true;
  }

  async function takeNew(limit: Limit, nanoUsd: number): Promise<Account | undefined> {
    for (let ask = 0; ask <= ASKS; ) {
      // One question at a time for an account: those who wait may find that the answer was enough for them too.
      await acquiring.get(limit.account);
      const account = accountOf(limit);
      if (takeHeld(account, nanoUsd)) return account;
      if (acquiring.has(limit.account)) continue;
      const { grantedNanoUsd, othersNanoUsd } = await acquire(limit, account, nanoUsd);
      if (takeHeld(account, nanoUsd)) return account;
      if (grantedNanoUsd > 0) continue;
      if (othersNanoUsd <= 0 || ask === ASKS) return undefined;
      ask += 1;
      await store.askBack(limit.account);
      await new Promise((done) => setTimeout(done, pauseMs));
    }
    return undefined;
  }

  async function acquire(limit: Limit, account: Account, nanoUsd: number): Promise<LeaseAnswer> {
    const answer = store.acquire({
      account: limit.account,
      periodStart: account.periodStart,
      payerKind: limit.payerKind,
      payerId: limit.payerId,
      includeByok: limit.includeByok,
      limitNanoUsd: limit.nanoUsd,
      needNanoUsd: nanoUsd - account.available,
      parts,
    });
    const settled = answer.then(
      ({ grantedNanoUsd }) => {
        account.available += grantedNanoUsd;
        acquiring.delete(limit.account);
      },
      () => void acquiring.delete(limit.account),
    );
    acquiring.set(limit.account, settled);
    return answer;
  }

  async function giveBack(account: Account): Promise<void> {
    const idle = account.available;
    if (idle <= 0) return;
    account.available = 0;
    await store.giveBack(account.account, account.periodStart, idle);
  }

  return {
    take(limit, nanoUsd) {
      const account = accountOf(limit);
      // For nothing there is always room, also where the limit has been passed.
      return nanoUsd === 0 || takeHeld(account, nanoUsd) ? account : takeNew(limit, nanoUsd);
    },
    holds: (limit, nanoUsd) => accountOf(limit).available >= nanoUsd,
    settle(account, reservedNanoUsd, costNanoUsd) {
      account.reserved -= reservedNanoUsd;
      account.available += reservedNanoUsd - costNanoUsd;
      // Of a period that is over nobody else will take what is left.
      if (accounts.get(account.account) !== account) void giveBack(account);
    },
    async release(name) {
      const account = accounts.get(name);
      if (account) await giveBack(account);
    },
    async releaseIdle(idleMs) {
      for (const [name, account] of accounts) {
        if (now() - account.lastUsedMs < idleMs) continue;
        await giveBack(account);
        if (account.reserved === 0 && account.available === 0) accounts.delete(name);
      }
    },
  };
}
