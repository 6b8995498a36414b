import type { HandedRoom, LeaseAnswer, LeaseRequest } from "#server/data/leases.ts";
import type { Limit } from "./limit.ts";
import { periodStart } from "./period.ts";

/** Where leases are kept for all processes. */
export type LeaseStore = {
  acquire(request: LeaseRequest): Promise<LeaseAnswer>;
  giveBack(account: string, periodStart: string, nanoUsd: number): Promise<void>;
  /** Asks other processes to give back what they do not need. */
  askBack(account: string): Promise<void>;
  /** Passes room on to a holder that outlives this process. */
  handOver(holderId: string, room: HandedRoom): Promise<void>;
};

/** Room that this process holds under one limit, at one height and in one period; nano-USD. */
export type Account = {
  readonly account: string;
  readonly periodStart: string;
  /** The limit that the room was taken under. */
  readonly limit: Limit;
  /** Set aside in the database and not promised to a call. Negative when a call cost more than was reserved for it. */
  available: number;
  /** Promised to calls that run. */
  reserved: number;
  lastUsedMs: number;
  /** Over when all room of its time was lost. */
  readonly tenure: Tenure;
};

type Tenure = { isOver: boolean };

export type Leases = {
  /**
   * Takes room at once from what is held, or else asks the database; undefined when the limit has none. `atMs`: when
   * the call came in, by which its cost is counted too.
   */
  take(limit: Limit, nanoUsd: number, atMs?: number): Account | undefined | Promise<Account | undefined>;
  /** Is this much held already, so that it could be taken at once? */
  holds(limit: Limit, nanoUsd: number, atMs?: number): boolean;
  /** Ends a promise: the call cost this much. */
  settle(account: Account, reservedNanoUsd: number, costNanoUsd: number): void;
  /** Gives back what is held of a limit that has changed, or that another process needs. */
  release(account: string): Promise<void>;
  /** Gives back what has lain idle. */
  releaseIdle(idleMs: number): Promise<void>;
  /** Gives up all room at once: it was not kept in time, and others may have it. Calls that run are counted all the same. */
  lose(): void;
  /** Passes room that a call has used up here on to a holder that outlives this process. */
  handOver(holderId: string, room: HandedRoom): Promise<void>;
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
  const asking = new Map<string, Promise<void>>();
  let tenure: Tenure = { isOver: false };
  const { parts, now, pauseMs = 100 } = options;

  /** The account of a limit as it is now. One of another height or of the period before makes way for it. */
  function accountOf(limit: Limit, atMs: number): Account {
    const start = limit.interval ? periodStart(limit.interval, atMs) : "";
    const current = accounts.get(limit.account);
    if (current?.periodStart === start && isSame(current.limit, limit)) return current;
    const nothing = { available: 0, reserved: 0, lastUsedMs: 0 };
    const account = { account: limit.account, periodStart: start, limit, tenure, ...nothing };
    // A call of the period before that asks late has an account to itself: what is held for the new period stays.
    if (current?.limit.interval === limit.interval && start < current.periodStart) return account;
    accounts.set(limit.account, account);
    if (current) void leave(current);
    return account;
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
      // One question at a time for an account: those who wait may find that the answer was enough for them too.
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

  function acquire(account: Account, nanoUsd: number): Promise<LeaseAnswer> {
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
    return inTurn(limit.account, async () => {
      const answer = await store.acquire(request);
      account.available += answer.grantedNanoUsd;
      return answer;
    });
  }

  /** Questions about one account, one after the other. */
  function inTurn<Answer>(name: string, question: () => Promise<Answer>): Promise<Answer> {
    const before = asking.get(name);
    const answer = before ? before.then(question) : question();
    const over = answer
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        if (asking.get(name) === over) asking.delete(name);
      });
    asking.set(name, over);
    return answer;
  }

  /** What could not be given back stays here, for the next time. */
  async function giveBack(account: Account): Promise<void> {
    const idle = account.available;
    if (idle <= 0) return;
    account.available = 0;
    try {
      await inTurn(account.account, () => store.giveBack(account.account, account.periodStart, idle));
    } catch {
      account.available += idle;
    }
  }

  /** Gives back what an account that no call will ask again has left; what it owes is owed by the one in its place. */
  async function leave(account: Account): Promise<void> {
    if (account.tenure.isOver) return;
    const heir = accounts.get(account.account);
    if (account.available < 0) {
      if (!heir) accounts.set(account.account, account);
      else if (heir.periodStart === account.periodStart) {
        heir.available += account.available;
        account.available = 0;
      }
    }
    await giveBack(account);
  }

  return {
    take(limit, nanoUsd, atMs = now()) {
      const account = accountOf(limit, atMs);
      // For nothing there is always room, also where the limit has been passed.
      return nanoUsd === 0 || takeHeld(account, nanoUsd) ? account : takeNew(limit, nanoUsd, atMs);
    },
    holds: (limit, nanoUsd, atMs = now()) => accountOf(limit, atMs).available >= nanoUsd,
    settle(account, reservedNanoUsd, costNanoUsd) {
      account.reserved -= reservedNanoUsd;
      account.available += reservedNanoUsd - costNanoUsd;
      if (accounts.get(account.account) !== account) void leave(account);
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
    lose() {
      tenure.isOver = true;
      tenure = { isOver: false };
      accounts.clear();
    },
    handOver: (holderId, room) => (room.length > 0 ? store.handOver(holderId, room) : Promise.resolve()),
  };
}

/** Room that was taken under a higher limit, or by another way of counting, must not be spent under this one. */
function isSame(one: Limit, other: Limit): boolean {
  return one.nanoUsd === other.nanoUsd && one.includeByok === other.includeByok && one.interval === other.interval;
}
