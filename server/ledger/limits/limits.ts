import { HttpError } from "#server/errors.ts";
import type { LimitUse } from "./group.ts";
import type { Account, Leases } from "./leases.ts";
import type { Limit } from "./limit.ts";
import { nextReset } from "./period.ts";

/** Budget reserved for a call in progress under every limit that applies; `settle` must end it exactly once. */
export type Reservation = {
  /** Returns what the call would use of each limit at this cost, in nano-USD. */
  uses(costNanoUsd: number, isByok: boolean): LimitUse[];
  /** Counts a finished part of the call while the rest continues. Returns what it used of each limit. */
  charge(costNanoUsd: number, isByok: boolean): LimitUse[];
  /**
   * Replaces the reserved worst case with the actual cost. Returns what the call used of each limit, for the ledger.
   */
  settle(costNanoUsd: number, isByok: boolean): LimitUse[];
  /**
   * Reserves more for a call that exceeds its worst case. Returns false if the budget is exhausted and the call must
   * end.
   */
  extend(nanoUsd: number, isByok?: boolean): Promise<boolean>;
  reservedNanoUsd(): number;
};

/**
 * Reserves a call's worst case under all limits or none; synchronous if this process has leased enough. `systemNanoUsd`:
 * the worst case with system credentials, which is all that limits without BYOK spending must cover. Throws 402 with
 * the name of the exhausted limit and its reset time.
 */
export function reserve(
  leases: Leases,
  limits: readonly Limit[],
  worstCaseNanoUsd: number,
  nowMs: number,
  systemNanoUsd = worstCaseNanoUsd,
): Reservation | Promise<Reservation> {
  const needs = limits.map(({ includeByok }) => (includeByok ? worstCaseNanoUsd : systemNanoUsd));
  const taken: Account[] = [];
  for (const [index, limit] of limits.entries()) {
    const account = leases.take(limit, needs[index] as number, nowMs);
    if (account === undefined || account instanceof Promise) {
      return reserveRest(leases, limits, needs, nowMs, taken, index, account);
    }
    taken.push(account);
  }
  return reservation(leases, limits, taken, needs, nowMs);
}

async function reserveRest(
  leases: Leases,
  limits: readonly Limit[],
  needs: number[],
  nowMs: number,
  taken: Account[],
  from: number,
  first: Account | undefined | Promise<Account | undefined>,
): Promise<Reservation> {
  try {
    for (let index = from; index < limits.length; index++) {
      const limit = limits[index] as Limit;
      const account = await (index === from ? first : leases.take(limit, needs[index] as number, nowMs));
      if (!account) throw noRoom(limit, nowMs);
      taken.push(account);
    }
  } catch (thrown) {
    for (const [at, one] of taken.entries()) leases.settle(one, needs[at] as number, 0);
    throw thrown;
  }
  return reservation(leases, limits, taken, needs, nowMs);
}

function reservation(
  leases: Leases,
  limits: readonly Limit[],
  accounts: readonly Account[],
  needs: readonly number[],
  nowMs: number,
): Reservation {
  let reservedNanoUsd = Math.max(0, ...needs);
  const more: Extension[] = [];
  const charged = limits.map(() => 0);
  const uses = (costNanoUsd: number, isByok: boolean): LimitUse[] =>
    limits.map(({ payerKind, payerId, includeByok }, index) => {
      const { account: name, periodStart, tenure } = accounts[index] as Account;
      // The cost counts, but frees no budget that another process may have leased since.
      const account = tenure.isOver ? "" : name;
      return { account, periodStart, payerKind, payerId, nanoUsd: isByok && !includeByok ? 0 : costNanoUsd };
    });
  return {
    uses,
    charge(costNanoUsd, isByok) {
      const used = uses(costNanoUsd, isByok);
      for (const [index, { nanoUsd }] of used.entries()) charged[index] = (charged[index] as number) + nanoUsd;
      return used;
    },
    settle(costNanoUsd, isByok) {
      const used = uses(costNanoUsd, isByok);
      for (const [account, nanoUsd] of more) leases.settle(account, nanoUsd, 0);
      for (const [index, { nanoUsd }] of used.entries())
        leases.settle(accounts[index] as Account, needs[index] as number, nanoUsd + (charged[index] as number));
      return used;
    },
    async extend(nanoUsd, isByok = false) {
      const counting = limits.filter(({ includeByok }) => includeByok || !isByok);
      const extended = await extensions(leases, counting, nanoUsd, nowMs);
      if (!extended) return false;
      more.push(...extended);
      if (extended.length > 0) reservedNanoUsd += nanoUsd;
      return true;
    },
    reservedNanoUsd: () => reservedNanoUsd,
  };
}

/** A later reservation and its amount. It may be on another account than the first if the limit has changed since. */
type Extension = [Account, number];

/** Reserves more under all of these limits or none, in the period in which the call arrived. */
async function extensions(
  leases: Leases,
  limits: readonly Limit[],
  nanoUsd: number,
  nowMs: number,
): Promise<Extension[] | undefined> {
  const taken: Extension[] = [];
  const giveUp = () => taken.forEach(([account]) => void leases.settle(account, nanoUsd, 0));
  try {
    for (const limit of limits) {
      const account = await leases.take(limit, nanoUsd, nowMs);
      if (!account) {
        giveUp();
        return undefined;
      }
      taken.push([account, nanoUsd]);
    }
    return taken;
  } catch (thrown) {
    giveUp();
    throw thrown;
  }
}

function noRoom({ title, interval, account }: Limit, nowMs: number): HttpError {
  const resetsAt = interval ? nextReset(interval, nowMs).toISOString() : null;
  const when = resetsAt ? `It resets at ${resetsAt}.` : "It never resets.";
  return new HttpError(
    402,
    `Insufficient credits: ${title} has no room for this call. ${when} See the console's credits page, /org/credits.`,
    {
      metadata: { limit: account.slice(0, account.indexOf(":")), limit_reset: interval, resets_at: resetsAt },
    },
  );
}
