import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Limit } from "#server/ledger/limit.ts";
import { type Reservation, reserve } from "#server/ledger/limits.ts";
import type { Candidate } from "./candidate.ts";
import { largerRoom, NO_ROOM, type Room } from "./worst-case.ts";

/** A call that its limits let in: with these candidates, and this much reserved. */
export type Admitted = { candidates: readonly Candidate[]; room: Room; reservation: Reservation };

/**
 * Reserves the worst case of a call. Limits that do not count the caller's own credentials need room for the house's
 * alone; where there is none, the call goes on through the caller's own. Throws 402 when nothing is left to try.
 * `atMs`: when the call came in.
 */
export async function admit(
  { leases }: Pick<Gateway, "leases">,
  limits: readonly Limit[],
  candidates: readonly Candidate[],
  worstOf: (candidates: readonly Candidate[]) => Room,
  atMs: number,
): Promise<Admitted> {
  const take = (room: Room, houseNanoUsd: number) => reserve(leases, limits, room.nanoUsd, atMs, houseNanoUsd);
  if (limits.length === 0) return { candidates, room: NO_ROOM, reservation: await take(NO_ROOM, 0) };
  const roomOf = (some: readonly Candidate[]) => (some.length > 0 ? worstOf(some) : NO_ROOM);
  const own = candidates.filter(({ isByok }) => isByok);
  const house = roomOf(candidates.filter(({ isByok }) => !isByok));
  const ofOwn = roomOf(own);
  const room = largerRoom(house, ofOwn);
  try {
    return { candidates, room, reservation: await take(room, house.nanoUsd) };
  } catch (refused) {
    const isLimit = refused instanceof HttpError && refused.status === 402;
    if (!isLimit || own.length === 0 || own.length === candidates.length) throw refused;
    return { candidates: own, room: ofOwn, reservation: await take(ofOwn, 0) };
  }
}
