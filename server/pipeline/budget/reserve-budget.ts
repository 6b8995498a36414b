import { HttpError } from "#server/errors.ts";
import type { Limit } from "#server/ledger/limits/limit.ts";
import { type Reservation, reserve } from "#server/ledger/limits/limits.ts";
import { isLimitsUnavailable } from "#server/ledger/limits/rejections.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import type { Candidate } from "../planning/candidate.ts";
import { largerWorstCase, NO_WORST_CASE, type WorstCase } from "./worst-case.ts";

/** A request that its limits allow: the candidates it may use and its reservation. */
export type ReservedCall = { candidates: readonly Candidate[]; worst: WorstCase; reservation: Reservation };

/**
 * Reserves the worst case of a request. Limits that do not count BYOK spending only need to cover system credentials;
 * if they cannot, the request continues with BYOK credentials only. Rejects with 402 if no candidate is left, and with
 * 503 if the database does not respond and the lease is used up. Synchronous if this process already holds enough
 * budget. `atMs`: when the call arrived. `keyId`: the stable id of the calling key.
 */
export function reserveBudget(
  { leases }: Pick<PipelineGateway, "leases">,
  limits: readonly Limit[],
  candidates: readonly Candidate[],
  worstOf: (candidates: readonly Candidate[]) => WorstCase,
  atMs: number,
  keyId?: string,
): ReservedCall | Promise<ReservedCall> {
  const reserveWorst = (worst: WorstCase, systemNanoUsd: number) =>
    reserve(leases, limits, worst.nanoUsd, atMs, systemNanoUsd, keyId);
  const limitedWorstCase = (some: readonly Candidate[]) =>
    limits.length > 0 && some.length > 0 ? worstOf(some) : NO_WORST_CASE;
  const byok = candidates.filter(({ isByok }) => isByok);
  const systemWorst = limitedWorstCase(candidates.filter(({ isByok }) => !isByok));
  const byokWorst = limitedWorstCase(byok);
  const worst = largerWorstCase(systemWorst, byokWorst);
  const reserving = reserveWorst(worst, systemWorst.nanoUsd);
  if (!(reserving instanceof Promise)) return { candidates, worst, reservation: reserving };
  const withByokOnly = async (error: unknown): Promise<ReservedCall> => {
    const isLimit = (error instanceof HttpError && error.status === 402) || isLimitsUnavailable(error);
    if (!isLimit || byok.length === 0 || byok.length === candidates.length) throw error;
    return { candidates: byok, worst: byokWorst, reservation: await reserveWorst(byokWorst, 0) };
  };
  return reserving.then((reservation) => ({ candidates, worst, reservation }), withByokOnly);
}
