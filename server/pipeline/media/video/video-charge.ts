import type { Price } from "#server/catalogue/model.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import type { LimitUse } from "#server/ledger/limits/group.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import { credentialUses, uncappedUses } from "#server/pipeline/budget/limits-of.ts";
import { interrupted, type LedgerCall } from "#server/pipeline/budget/settle-call.ts";
import type { Attempt } from "#server/pipeline/model-call.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { VideoShape } from "#server/providers/video.ts";

/**
 * All that the charge for a video is made of, as JSON in its job: the process that ends it may not be the one that
 * began it, and prices, limits and the key may have changed meanwhile.
 */
export type VideoCharge = {
  /** The row of the ledger if nothing more were heard of the video. */
  row: Omit<GenerationRow, "createdAt"> & { createdAt: string | Date };
  prices: readonly Price[];
  shape: VideoShape;
  /** What the cost takes of each limit: all of it or, where a limit does not count it, nothing. */
  limits: readonly (LimitUse & { counts: boolean })[];
};

/** What a video that was just given to a provider is charged by. */
export function videoCharge(ledgerCall: LedgerCall, attempt: Attempt, shape: VideoShape): VideoCharge {
  const { candidate } = attempt;
  const counted = ledgerCall.reservation.uses(1, candidate.isByok).map((use) => ({ ...use, counts: use.nanoUsd > 0 }));
  const uncounted = [...uncappedUses(ledgerCall.principal), ...credentialUses(candidate)];
  return {
    row: interrupted(ledgerCall, attempt).row,
    prices: candidate.prices,
    shape,
    limits: [...counted, ...uncounted.map((use) => ({ ...use, counts: false }))],
  };
}

/** How a video ended. `usage` undefined: it is not known, and what was asked for is charged. */
export type VideoEnd = {
  usage: Usage | undefined;
  rawUsage?: Record<string, unknown>;
  isEstimated: boolean;
  finish: string;
  error: string | null;
  endedMs: number;
};

/** The row of the ledger for a video that is over, and what it takes of each limit. */
export function finalCharge(charge: VideoCharge, end: VideoEnd): { row: GenerationRow; uses: LimitUse[] } {
  const usage = end.usage ?? { seconds: charge.shape.seconds };
  const cost = costOf(usage, charge.prices, { variant: charge.shape.resolution });
  // A usage of nothing is no request to charge for either.
  const isCharged = Object.keys(usage).length > 0;
  const createdAt = new Date(charge.row.createdAt);
  const costNanoUsd = isCharged ? cost.nanoUsd : 0;
  const row: GenerationRow = {
    ...charge.row,
    createdAt,
    usage,
    rawUsage: end.rawUsage ?? null,
    usageEstimated: end.isEstimated,
    costNanoUsd,
    priceIds: isCharged ? cost.lines.map(({ priceId }) => priceId) : [],
    unpriced: isCharged ? cost.unpriced : [],
    finish: end.finish,
    error: end.error,
    cancelled: false,
    totalMs: Math.max(0, Math.round(end.endedMs - createdAt.getTime())),
  };
  const uses = charge.limits.map(({ counts, ...use }) => ({ ...use, nanoUsd: counts ? costNanoUsd : 0 }));
  return { row, uses };
}
