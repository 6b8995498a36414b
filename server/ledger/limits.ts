import { HttpError } from "#server/errors.ts";
import type { LimitUse } from "./group.ts";
import type { Account, Leases } from "./leases.ts";
import type { Limit } from "./limit.ts";
import { nextReset } from "./period.ts";

/** Room taken for a running call under every limit that applies to it; ended by `settle`, exactly once. */
export type Reservation = {
  /** What the call would take of each limit if it cost this much, nano-USD. */
  uses(costNanoUsd: number, isByok: boolean): LimitUse[];
  /** Replaces the reserved worst case by what the call cost; answers what it took of each limit, for the ledger. */
  settle(costNanoUsd: number, isByok: boolean): LimitUse[];
  /** Takes more room for a call that outgrows its worst case. False: there is none, and the call must end. */
  extend(nanoUsd: number, isByok?: boolean): Promise<boolean>;
  readonly reservedNanoUsd: number;
};

/**
 * Reserves a call's worst case under all limits or under none. At once when the room is held already.
 * `houseNanoUsd`: the worst case through the house's credentials, which is all that limits need room for that do not
 * count the caller's own. Throws 402 that names the limit without room and when it resets.
 */
export function reserve(
  leases: Leases,
  limits: readonly Limit[],
  worstCaseNanoUsd: number,
  nowMs: number,
  houseNanoUsd = worstCaseNanoUsd,
): Reservation | Promise<Reservation> {
  const needs = limits.map(({ includeByok }) => (includeByok ? worstCaseNanoUsd : houseNanoUsd));
  const taken: Account[] = [];
  for (const [index, limit] of limits.entries()) {
    const account = leases.take(limit, needs[index] as number);
    if (account === undefined || account instanceof Promise) {
      return reserveRest(leases, limits, needs, nowMs, taken, index, account);
    }
    taken.push(account);
  }
  return reservation(leases, limits, taken, needs);
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
  let account = await first;
  for (let index = from; index < limits.length; index++) {
    const limit = limits[index] as Limit;
    if (index > from) account = await leases.take(limit, needs[index] as number);
    if (!account) {
      for (const [at, one] of taken.entries()) leases.settle(one, needs[at] as number, 0);
      throw noRoom(limit, nowMs);
    }
    taken.push(account);
  }
  return reservation(leases, limits, taken, needs);
}

function reservation(
  leases: Leases,
  limits: readonly Limit[],
  accounts: readonly Account[],
  needs: readonly number[],
): Reservation {
  const reserved = [...needs];
  const uses = (costNanoUsd: number, isByok: boolean): LimitUse[] =>
    limits.map(({ payerKind, payerId, includeByok }, index) => {
      const { account, periodStart } = accounts[index] as Account;
      return { account, periodStart, payerKind, payerId, nanoUsd: isByok && !includeByok ? 0 : costNanoUsd };
    });
  return {
    uses,
    settle(costNanoUsd, isByok) {
      const used = uses(costNanoUsd, isByok);
      for (const [index, { nanoUsd }] of used.entries())
        leases.settle(accounts[index] as Account, reserved[index] as number, nanoUsd);
      return used;
    },
    async extend(nanoUsd, isByok = false) {
      const counting = limits.map(({ includeByok }) => includeByok || !isByok);
      const extended: Account[] = [];
      for (const [index, limit] of limits.entries()) {
        if (!counting[index]) continue;
        const account = await leases.take(limit, nanoUsd);
        if (!account) {
          for (const one of extended) leases.settle(one, nanoUsd, 0);
          return false;
        }
        extended.push(account);
      }
      for (const [index, counts] of counting.entries())
        if (counts) reserved[index] = (reserved[index] as number) + nanoUsd;
      return true;
    },
    get reservedNanoUsd() {
      return Math.max(0, ...reserved);
    },
  };
}

function noRoom({ title, interval, account }: Limit, nowMs: number): HttpError {
  const resetsAt = interval ? nextReset(interval, nowMs).toISOString() : null;
  const when = resetsAt ? `It resets at ${resetsAt}.` : "It never resets.";
  return new HttpError(
    402,
    `Insufficient credits: ${title} has no room for this call. ${when} See the console's credits page.`,
    {
      metadata: { limit: account.slice(0, account.indexOf(":")), limit_reset: interval, resets_at: resetsAt },
    },
  );
}
