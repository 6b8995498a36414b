import type { Spent } from "#server/ledger/limits/limits.ts";
import { type Cost, sumOfCosts } from "#server/ledger/prices/cost.ts";

/** A part of a request's cost, and the BYOK credential that pays it; null: a system credential. */
export type PaidPart = { cost: Cost; credentialId: string | null };

/**
 * Returns the cost of all parts and what BYOK credentials pay of it. Each sum is rounded once: the whole, and what
 * system credentials pay; BYOK credentials pay the rest.
 */
export function spentOn(parts: readonly PaidPart[]): Spent {
  const bySystem = parts.filter(({ credentialId }) => credentialId === null);
  const costNanoUsd = nanoUsdOf(parts);
  return { costNanoUsd, byokNanoUsd: bySystem.length === parts.length ? 0 : costNanoUsd - nanoUsdOf(bySystem) };
}

/** Returns what each BYOK credential pays, in nano-USD by id. */
export function credentialShares(parts: readonly PaidPart[]): Map<string, number> {
  const byId = Map.groupBy(parts, ({ credentialId }) => credentialId);
  return new Map([...byId].flatMap(([id, some]) => (id === null ? [] : [[id, nanoUsdOf(some)]])));
}

function nanoUsdOf(parts: readonly PaidPart[]): number {
  return sumOfCosts(parts.map(({ cost }) => cost)).nanoUsd;
}
