import type { Price } from "#server/catalogue/model.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { spentBy } from "#server/ledger/limits/limits.ts";
import type { LimitUse } from "#server/ledger/limits/row-group.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import { credentialUses, uncappedUses } from "#server/pipeline/budget/limits-of.ts";
import { type LedgerCall, rowIfInterrupted } from "#server/pipeline/budget/settle-call.ts";
import type { Attempt } from "#server/pipeline/model-call.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { VideoShape } from "#server/providers/video.ts";

/**
 * Everything needed to charge for a video, stored as JSON in its job: another process may finish it, after prices,
 * limits and the key have changed.
 */
export type VideoCharge = {
  /** The ledger row if nothing more is heard of the video. */
  row: Omit<GenerationRow, "createdAt"> & { createdAt: string | Date };
  prices: readonly Price[];
  shape: VideoShape;
  /** The share of the cost that each limit counts: all of it or nothing. */
  limits: readonly (LimitUse & { counts: boolean })[];
};

/** Returns the charge of a video that a provider has just accepted. */
export function videoCharge(ledgerCall: LedgerCall, attempt: Attempt, shape: VideoShape): VideoCharge {
  const { candidate } = attempt;
  const uses = ledgerCall.reservation.uses(spentBy(1, candidate.isByok));
  const counted = uses.map((use) => ({ ...use, counts: use.nanoUsd > 0 }));
  const uncounted = [...uncappedUses(ledgerCall.principal), ...credentialUses(candidate)];
  return {
    row: rowIfInterrupted(ledgerCall, attempt, ledgerCall.measure.begun(attempt)).row,
    prices: candidate.prices,
    shape,
    limits: [...counted, ...uncounted.map((use) => ({ ...use, counts: false }))],
  };
}

/** The result of a video job. `usage` undefined: unknown, so the requested length is charged. */
export type VideoEnd = {
  usage: Usage | undefined;
  rawUsage?: Record<string, unknown>;
  isEstimated: boolean;
  finish: string;
  error: string | null;
  endedMs: number;
};

/** Returns the ledger row of a finished video and its limit uses. */
export function finalCharge(charge: VideoCharge, end: VideoEnd): { row: GenerationRow; uses: LimitUse[] } {
  const usage = end.usage ?? { seconds: charge.shape.seconds };
  const cost = costOf(usage, charge.prices, { variant: charge.shape.resolution });
  // Without usage there is no request fee either.
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
