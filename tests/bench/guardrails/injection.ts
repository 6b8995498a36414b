import type { Filter } from "#server/guardrails/rule.ts";
import { round } from "../numbers.ts";

export type InjectionRow = { text: string; label: "injection" | "benign"; tier?: string };
export type TierScore = { rows: number; flagged: number; share: number };

/** Returns the share of each tier that the filter finds; benign texts are a tier too. */
export function measureInjection(
  filters: ReadonlyMap<string, Filter>,
  rows: readonly InjectionRow[],
): Record<string, TierScore> {
  const scores: Record<string, TierScore> = {};
  for (const row of rows) {
    const tier = row.label === "benign" ? "benign" : (row.tier ?? "explicit");
    const score = scores[tier] ?? { rows: 0, flagged: 0, share: 0 };
    scores[tier] = score;
    score.rows += 1;
    if ((filters.get("regex-prompt-injection")?.find(row.text).length ?? 0) > 0) score.flagged += 1;
    score.share = round(score.flagged / score.rows, 3);
  }
  return scores;
}
