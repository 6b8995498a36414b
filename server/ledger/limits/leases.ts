import type { LeasedBudget, LeaseRequest, LeaseResult } from "#server/data/leases.ts";
import type { Account, Tenure } from "./account.ts";
import type { Limit } from "./limit.ts";
import type { Overdrafts } from "./overdrafts.ts";
import { periodStart } from "./period.ts";

/** Stores the leases of all processes. */
export type LeaseStore = {
  acquire(request: LeaseRequest): Promise<LeaseResult>;
  giveBack(rest: LeasedBudget): Promise<void>;
  /** Asks other processes to return budget they do not need. */
  askBack(account: string): Promise<void>;
  /** Transfers leased budget to a holder that outlives this process. */
  handOver(holderId: string, room: LeasedBudget): Promise<void>;
};

export type Leases = {
  /**
   * Reserves budget: synchronously from this process's lease, else by asking the database. Returns undefined if the
   * limit is exhausted, and rejects if the database does not respond. `atMs`: when the request arrived, which
   * determines its period.
   */
  take(limit: Limit, nanoUsd: number, atMs?: number): Account | undefined | Promise<Account | undefined>;
  /** Reserves beyond the lease, for a request of this key (its stable id), while the database does not respond. */
  overdraw(limit: Limit, keyId: string, nanoUsd: number, atMs: number): Account | undefined;
  /** Returns whether the lease covers this amount. */
  holds(limit: Limit, nanoUsd: number, atMs?: number): boolean;
  /** Ends a reservation with the request's actual cost. */
  settle(account: Account, reservedNanoUsd: number, costNanoUsd: number): void;
  /** Returns the lease of a limit that has changed or that another process needs. */
  release(account: string): Promise<void>;
  /** Returns leases that were idle for this long. */
  releaseIdle(idleMs: number): Promise<void>;
  /**
   * Drops all leases at once, because they expired and other processes may have leased the same budget. Calls in
   * progress are still counted.
   */
  lose(): void;
  /** Transfers budget that a request has used to a holder that outlives this process. */
  handOver(holderId: string, room: LeasedBudget): Promise<void>;
};

/** How often a process without budget asks the others for theirs before it rejects a request. */
const ASKS = 3;
/** How many leases are returned with one query. */
const RETURNED_AT_ONCE = 1_000;
/** How often idle leases are looked for when there are too many. */
const TRIM_MS = 1_000;

/**
 * Creates leases: slices of the remaining budgets held in memory, so that a reservation needs no query. `parts`: a
 * slice is this fraction of the remaining budget; 1 for a single process. `mostAccounts`: how many to hold before idle
 * ones are returned. Callers may name any number of end users, each with a budget.
 */
export function createLeases(
  store: LeaseStore,
  options: { parts: number; now: () => number; pauseMs?: number; overdrafts?: Overdrafts; mostAccounts?: number },
): Leases {
  const accounts = new Map<string, Account>();
  const asking = new Map<string, Promise<void>>();
  let tenure: Tenure = { isOver: false };
  const { parts, now, pauseMs = 100, mostAccounts = 10_000 } = options;
  let trimmedMs = 0;
  let isTrimming = false;

  /** Returns the account of a limit in its current form. It replaces one with another amount or an earlier period. */
  function accountOf(limit: Limit, atMs: number): Account {
    const start = limit.interval ? periodStart(limit.interval, atMs, limit.timeZone) : "";
    const current = accounts.get(limit.account);
    if (current?.periodStart === start && isSame(current.limit, limit)) return current;
    const nothing = { available: 0, reserved: 0, lastUsedMs: 0 };
    const account = { account: limit.account, periodStart: start, limit, tenure, ...nothing };
    // A late request of the previous period gets its own account, so that the lease of the new period stays.
    if (current && hasSamePeriods(current.limit, limit) && start < current.periodStart) return account;
    accounts.set(limit.account, account);
    if (current) void leave(current);
    else if (accounts.size > mostAccounts && now() - trimmedMs >= TRIM_MS) trim();
    return account;
  }

  function trim(): void {
    trimmedMs = now();
    for (const account of accounts.values()) forgetIfEmpty(account);
    if (isTrimming) return;
    isTrimming = true;
    void returnIdle(TRIM_MS).finally(() => {
      isTrimming = false;
    });
  }

  /** An account without money, which no query is about, is the same as none. */
  function forgetIfEmpty(account: Account): void {
    const { account: name, available, reserved } = account;
    const isEmpty = available === 0 && reserved === 0 && !asking.has(name);
    if (isEmpty && accounts.get(name) === account) accounts.delete(name);
  }

  function takeHeld(account: Account, nanoUsd: number): boolean {
    account.lastUsedMs = now();
    if (account.available < nanoUsd) return false;
    account.available -= nanoUsd;
    account.reserved += nanoUsd;
    return true;
  }

  async function takeNew(limit: Limit, nanoUsd: number, atMs: number): Promise<Account | undefined> {
    for (let ask = 0; ask <= ASKS; ) {
      // One request at a time for each account: the grant may also be enough for those that wait.
      await asking.get(limit.account);
      const account = accountOf(limit, atMs);
      if (takeHeld(account, nanoUsd)) return account;
      if (asking.has(limit.account)) continue;
      const { grantedNanoUsd, othersNanoUsd } = await acquire(account, nanoUsd);
      const isTaken = takeHeld(account, nanoUsd);
      if (accounts.get(limit.account) !== account) void leave(account);
      if (isTaken) return account;
      if (grantedNanoUsd > 0) continue;
      if (othersNanoUsd <= 0 || ask === ASKS) return undefined;
      ask += 1;
      await store.askBack(limit.account);
      await new Promise((done) => setTimeout(done, pauseMs));
    }
    return undefined;
  }

  function acquire(account: Account, nanoUsd: number): Promise<LeaseResult> {
    const { limit, periodStart } = account;
    const request = {
      account: limit.account,
      periodStart,
      payerKind: limit.payerKind,
      payerId: limit.payerId,
      includeByok: limit.includeByok,
      limitNanoUsd: limit.nanoUsd,
      needNanoUsd: nanoUsd - account.available,
      parts,
    };
    return inTurn([limit.account], async () => {
      const answer = await store.acquire(request);
      // What this process held and no longer holds is spent, although not yet written.
      account.spent = answer.spentNanoUsd + answer.ownNanoUsd - account.available - account.reserved;
      account.available += answer.grantedNanoUsd;
      return answer;
    });
  }

  /** Runs requests about one account one after the other. */
  function inTurn<Answer>(names: readonly string[], question: () => Promise<Answer>): Promise<Answer> {
    const before = names.flatMap((name) => asking.get(name) ?? []);
    const answer = before.length > 0 ? Promise.all(before).then(question) : question();
    const over = answer
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        for (const name of names) if (asking.get(name) === over) asking.delete(name);
      });
    for (const name of names) asking.set(name, over);
    return answer;
  }

  /** What could not be returned stays here until the next attempt. */
  async function giveBack(some: readonly Account[]): Promise<void> {
    const holding = some.filter(({ available }) => available > 0);
    if (holding.length === 0) return;
    const rest = holding.map(({ account, periodStart, available }) => ({ account, periodStart, nanoUsd: available }));
    for (const account of holding) account.available = 0;
    try {
      await inTurn(
        rest.map(({ account }) => account),
        () => store.giveBack(rest),
      );
    } catch {
      for (const [index, account] of holding.entries()) account.available += rest[index]?.nanoUsd ?? 0;
    }
  }

  /** Returns what was not used for this long, and forgets the accounts that have no money then. */
  async function returnIdle(idleMs: number): Promise<void> {
    const all = [...accounts.values()];
    for (let from = 0; from < all.length; from += RETURNED_AT_ONCE) {
      const some = all.slice(from, from + RETURNED_AT_ONCE);
      const idle = some.filter(({ lastUsedMs }) => now() - lastUsedMs >= idleMs);
      await giveBack(idle);
      for (const account of idle) forgetIfEmpty(account);
    }
  }

  /** Returns the rest of a replaced account; its debt moves to the account that replaces it. */
  async function leave(account: Account): Promise<void> {
    if (account.tenure.isOver || account.isOverdraft) return;
    const heir = accounts.get(account.account);
    if (account.available < 0) {
      if (!heir) accounts.set(account.account, account);
      else if (heir.periodStart === account.periodStart) {
        heir.available += account.available;
        account.available = 0;
      }
    }
    await giveBack([account]);
  }

  return {
    take(limit, nanoUsd, atMs = now()) {
      const account = accountOf(limit, atMs);
      // A reservation of 0 always succeeds, even over the limit.
      return nanoUsd === 0 || takeHeld(account, nanoUsd) ? account : takeNew(limit, nanoUsd, atMs);
    },
    overdraw: (limit, keyId, nanoUsd, atMs) => options.overdrafts?.take(limit, keyId, nanoUsd, atMs),
    holds: (limit, nanoUsd, atMs = now()) => accountOf(limit, atMs).available >= nanoUsd,
    settle(account, reservedNanoUsd, costNanoUsd) {
      account.reserved -= reservedNanoUsd;
      account.available += reservedNanoUsd - costNanoUsd;
      if (account.spent !== undefined) account.spent += costNanoUsd;
      if (accounts.get(account.account) !== account) void leave(account);
    },
    async release(name) {
      const account = accounts.get(name);
      if (account) await giveBack([account]);
    },
    releaseIdle: returnIdle,
    lose() {
      tenure.isOver = true;
      tenure = { isOver: false };
      accounts.clear();
    },
    handOver: (holderId, room) => (room.length > 0 ? store.handOver(holderId, room) : Promise.resolve()),
  };
}

/** Budget leased under a higher limit or other counting rules must not be spent under this limit. */
function isSame(one: Limit, other: Limit): boolean {
  return one.nanoUsd === other.nanoUsd && one.includeByok === other.includeByok && hasSamePeriods(one, other);
}

function hasSamePeriods(one: Limit, other: Limit): boolean {
  return one.interval === other.interval && one.timeZone === other.timeZone;
}
