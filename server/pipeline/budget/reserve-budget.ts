import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Limit } from "#server/ledger/limits/limit.ts";
import { type Reservation, reserve } from "#server/ledger/limits/limits.ts";
import type { Candidate } from "../planning/candidate.ts";
import { largerWorstCase, NO_WORST_CASE, type WorstCase } from "./worst-case.ts";

/** A call that its limits let in: with these candidates, and this much reserved. */
export type ReservedCall = { candidates: readonly Candidate[]; worst: WorstCase; reservation: Reservation };

/**
 * Reserves the worst case of a call. Limits that do not count the caller's own credentials need room for the house's
 * alone; where there is none, the call goes on through the caller's own. Rejects with 402 when nothing is left to try.
 * At once where this process holds the room.
 * `atMs`: when the call came in.
 */
export function reserveBudget(
  { leases }: Pick<Gateway, "leases">,
  limits: readonly Limit[],
  candidates: readonly Candidate[],
  worstOf: (candidates: readonly Candidate[]) => WorstCase,
  atMs: number,
): ReservedCall | Promise<ReservedCall> {
  const take = (worst: WorstCase, houseNanoUsd: number) => reserve(leases, limits, worst.nanoUsd, atMs, houseNanoUsd);
  const roomOf = (some: readonly Candidate[]) => (limits.length > 0 && some.length > 0 ? worstOf(some) : NO_WORST_CASE);
  const own = candidates.filter(({ isByok }) => isByok);
  const systemCredentials = roomOf(candidates.filter(({ isByok }) => !isByok));
  const ofOwn = roomOf(own);
  const worst = largerWorstCase(systemCredentials, ofOwn);
  const taken = take(worst, systemCredentials.nanoUsd);
  if (!(taken instanceof Promise)) return { candidates, worst, reservation: taken };
  const throughOwn = async (refused: unknown): Promise<ReservedCall> => {
    const isLimit = refused instanceof HttpError && refused.status === 402;
    if (!isLimit || own.length === 0 || own.length === candidates.length) throw refused;
    return { candidates: own, worst: ofOwn, reservation: await take(ofOwn, 0) };
  };
  return taken.then((reservation) => ({ candidates, worst, reservation }), throughOwn);
}
