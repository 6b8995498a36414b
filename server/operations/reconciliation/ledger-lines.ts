import type { PAID_BY } from "#lib/contract/reconciliation.ts";
import type { ProviderDay } from "#server/data/provider-days.ts";
import { type Amount, amountOfNanoUsd } from "./amount.ts";
import { modelKey } from "./model-key.ts";
import { lineId } from "./read-invoice.ts";

/** What the ledger has for a day and model key. */
export type LedgerLine = {
  day: string;
  key: string;
  model: string;
  cost: Amount;
  requests: number;
  prompt: number;
  completion: number;
  cached: number;
};

type PaidBy = (typeof PAID_BY)[number];

/**
 * Adds up the ledger's days by day and model key, as `lineId` joins them; without models if the file has none. Counts
 * only what `paidBy` names.
 */
export function ledgerLines(
  days: readonly ProviderDay[],
  { paidBy, byModel }: { paidBy: PaidBy; byModel: boolean },
): Map<string, LedgerLine> {
  const lines = new Map<string, LedgerLine>();
  for (const day of days) {
    const nanoUsd = (paidBy === "byok" ? 0n : day.costNanoUsd) + (paidBy === "gateway" ? 0n : day.byokNanoUsd);
    const isCounted = paidBy === "all" || (paidBy === "byok") === day.isByok;
    if (!isCounted && nanoUsd === 0n) continue;
    const model = byModel ? (day.model ?? "") : "";
    const key = modelKey(model);
    const id = lineId(day.day, key);
    const line = lines.get(id) ?? { day: day.day, key, model, ...NOTHING };
    line.cost += amountOfNanoUsd(nanoUsd);
    if (isCounted) {
      line.requests += day.requests;
      line.prompt += day.tokensPrompt;
      line.completion += day.tokensCompletion;
      line.cached += day.tokensCached;
    }
    lines.set(id, line);
  }
  return lines;
}

const NOTHING = { cost: 0n, requests: 0, prompt: 0, completion: 0, cached: 0 };
