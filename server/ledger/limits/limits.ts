import { isDatabaseUnavailable } from "#server/errors.ts";
import type { Account } from "./account.ts";
import type { Leases } from "./leases.ts";
import type { Limit } from "./limit.ts";
import { noticeOf } from "./notice.ts";
import { isLimitsUnavailable, limitsUnavailable, notCovered } from "./rejections.ts";
import type { LimitUse } from "./row-group.ts";

/** A cost, and what BYOK credentials pay of it, in nano-USD. */
export type Spent = { costNanoUsd: number; byokNanoUsd: number };

export const NOTHING_SPENT: Spent = { costNanoUsd: 0, byokNanoUsd: 0 };

/** Returns a cost that either BYOK or system credentials pay entirely. */
export function spentBy(costNanoUsd: number, isByok: boolean): Spent {
  return { costNanoUsd, byokNanoUsd: isByok ? costNanoUsd : 0 };
}

/** Budget reserved for a request in progress under every limit that applies; `settle` must end it exactly once. */
export type Reservation = {
  /** Returns what the request would use of each limit at this cost. */
  uses(spent: Spent): LimitUse[];
  /** Counts a finished part of the request while the rest continues. Returns what it used of each limit. */
  charge(spent: Spent): LimitUse[];
  /**
   * Replaces the reserved worst case with the actual cost. Returns what the request used of each limit, for the ledger.
   */
  settle(spent: Spent): LimitUse[];
  /**
   * Reserves more for a request that exceeds its worst case. Returns false if the budget is exhausted and the request
   * must end.
   */
  extend(nanoUsd: number, isByok?: boolean): Promise<boolean>;
  /** Extends the reservation to this total cost. Returns false if the budget does not allow it. */
  cover(most: Spent): Promise<boolean>;
  reservedNanoUsd(): number;
  /** Returns whether part of it exceeds a limit, which the database could not confirm. */
  isOverdrawn(): boolean;
  /** Returns the notice for the caller about limits that are nearly used up; undefined without any. */
  notice(): string | undefined;
};

/**
 * Reserves a request's worst case under all limits or none; synchronous if this process has leased enough.
 * `systemNanoUsd`: the worst case with system credentials, which is all that limits without BYOK spending must cover.
 * `keyId`: the stable id of the calling key, which may have an overdraft while the database does not respond. Throws
 * 402 with the name of the exhausted limit and its reset time, and 503 if the database does not respond and the lease
 * is used up.
 */
export function reserve(
  leases: Leases,
  limits: readonly Limit[],
  worstCaseNanoUsd: number,
  nowMs: number,
  systemNanoUsd = worstCaseNanoUsd,
  keyId?: string,
): Reservation | Promise<Reservation> {
  const needs = limits.map(({ includeByok }) => (includeByok ? worstCaseNanoUsd : systemNanoUsd));
  const taken: Account[] = [];
  for (const [index, limit] of limits.entries()) {
    const account = leases.take(limit, needs[index] as number, nowMs);
    if (account === undefined || account instanceof Promise) {
      return reserveRest({ leases, keyId, nowMs }, limits, needs, taken, index, account);
    }
    taken.push(account);
  }
  return reservation({ leases, keyId, nowMs }, limits, taken, needs);
}

/** The key for which a request reserves, and when the request arrived. */
type Taking = { leases: Leases; keyId: string | undefined; nowMs: number };
type Taken = Account | undefined | Promise<Account | undefined>;

async function reserveRest(
  taking: Taking,
  limits: readonly Limit[],
  needs: number[],
  taken: Account[],
  from: number,
  first: Taken,
): Promise<Reservation> {
  const { leases, nowMs } = taking;
  try {
    for (let index = from; index < limits.length; index++) {
      const limit = limits[index] as Limit;
      const need = needs[index] as number;
      const account = await orOverdraft(taking, limit, need, index === from ? first : leases.take(limit, need, nowMs));
      if (!account) throw notCovered(limit, nowMs);
      taken.push(account);
    }
  } catch (thrown) {
    for (const [at, one] of taken.entries()) leases.settle(one, needs[at] as number, 0);
    throw thrown;
  }
  return reservation(taking, limits, taken, needs);
}

/** Takes a key's overdraft if the database does not respond. Throws 503 if it has none, or it is used up. */
async function orOverdraft({ leases, keyId, nowMs }: Taking, limit: Limit, nanoUsd: number, taken: Taken) {
  try {
    return await taken;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const overdrawn = keyId === undefined ? undefined : leases.overdraw(limit, keyId, nanoUsd, nowMs);
    if (!overdrawn) throw limitsUnavailable(limit, error);
    return overdrawn;
  }
}

/** What a limit counts toward, and whether BYOK spending counts. */
type Payer = Pick<Limit, "payerKind" | "payerId" | "includeByok">;

/**
 * Returns a reservation of nothing, for a request whose budget is held elsewhere: its cost counts, and frees no budget.
 */
export function reserveNothing(limits: readonly Payer[]): Reservation {
  const uses = (spent: Spent): LimitUse[] =>
    limits.map((limit) => {
      const { payerKind, payerId } = limit;
      return { account: "", periodStart: "", payerKind, payerId, nanoUsd: countedBy(limit, spent) };
    });
  return {
    uses,
    charge: uses,
    settle: uses,
    extend: async () => true,
    cover: async () => true,
    reservedNanoUsd: () => 0,
    isOverdrawn: () => false,
    notice: () => undefined,
  };
}

function reservation(
  taking: Taking,
  limits: readonly Limit[],
  accounts: readonly Account[],
  needs: readonly number[],
): Reservation {
  const { leases } = taking;
  const reserved = [...needs];
  const more: Extension[] = [];
  let isSettled = false;
  const charged = limits.map(() => 0);
  const uses = (spent: Spent): LimitUse[] =>
    limits.map((limit, index) => {
      const { payerKind, payerId } = limit;
      const { account: name, periodStart, tenure } = accounts[index] as Account;
      // The cost counts, but frees no budget that another process may have leased since.
      const account = tenure.isOver ? "" : name;
      return { account, periodStart, payerKind, payerId, nanoUsd: countedBy(limit, spent) };
    });
  return {
    uses,
    charge(spent) {
      const used = uses(spent);
      for (const [index, { nanoUsd }] of used.entries()) charged[index] = (charged[index] as number) + nanoUsd;
      return used;
    },
    settle(spent) {
      isSettled = true;
      const used = uses(spent);
      for (const [account, nanoUsd] of more) leases.settle(account, nanoUsd, 0);
      for (const [index, { nanoUsd }] of used.entries())
        leases.settle(accounts[index] as Account, needs[index] as number, nanoUsd + (charged[index] as number));
      return used;
    },
    extend: (nanoUsd, isByok = false) => add(limits.map(({ includeByok }) => (includeByok || !isByok ? nanoUsd : 0))),
    cover: (most) =>
      add(limits.map((limit, index) => Math.max(0, countedBy(limit, most) - (reserved[index] as number)))),
    reservedNanoUsd: () => Math.max(0, ...reserved),
    isOverdrawn: () => accounts.some((account) => account.isOverdraft),
    notice: () => noticeOf(accounts, taking.nowMs),
  };

  /** Reserves an amount under each limit. Counts immediately, so that concurrent reservations see it. */
  async function add(amounts: readonly number[]): Promise<boolean> {
    const count = (sign: 1 | -1) => {
      for (const [index, nanoUsd] of amounts.entries()) reserved[index] = (reserved[index] as number) + sign * nanoUsd;
    };
    count(1);
    try {
      const extended = await extensions(taking, limits, amounts, accounts);
      if (extended && !isSettled) {
        more.push(...extended);
        return true;
      }
      // The request may have ended without it.
      for (const [account, nanoUsd] of extended ?? []) leases.settle(account, nanoUsd, 0);
      count(-1);
      return false;
    } catch (thrown) {
      count(-1);
      throw thrown;
    }
  }
}

/** Returns what a limit counts of a cost. */
function countedBy({ includeByok }: Payer, { costNanoUsd, byokNanoUsd }: Spent): number {
  return includeByok ? costNanoUsd : costNanoUsd - byokNanoUsd;
}

/** A later reservation and its amount. It may be on another account than the first if the limit has changed since. */
type Extension = [Account, number];

/**
 * Reserves more under all of these limits or none, in the period in which the request arrived. If the database does not
 * respond, the budget counts as exhausted, unless the request is on an overdraft that covers it.
 */
async function extensions(
  taking: Taking,
  limits: readonly Limit[],
  amounts: readonly number[],
  accounts: readonly Account[],
): Promise<Extension[] | undefined> {
  const { leases, nowMs } = taking;
  const taken: Extension[] = [];
  const giveUp = () => taken.forEach(([account, nanoUsd]) => void leases.settle(account, nanoUsd, 0));
  try {
    for (const [index, limit] of limits.entries()) {
      const nanoUsd = amounts[index] as number;
      if (nanoUsd === 0) continue;
      // The first account pays in the end, so a request that started on a lease cannot go on to an overdraft.
      const keyId = accounts[index]?.isOverdraft ? taking.keyId : undefined;
      const account = await orOverdraft({ ...taking, keyId }, limit, nanoUsd, leases.take(limit, nanoUsd, nowMs));
      if (!account) {
        giveUp();
        return undefined;
      }
      taken.push([account, nanoUsd]);
    }
    return taken;
  } catch (thrown) {
    giveUp();
    if (isLimitsUnavailable(thrown)) return undefined;
    throw thrown;
  }
}
