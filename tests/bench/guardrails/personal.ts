import type { Filter } from "#server/guardrails/rule.ts";
import { round } from "../numbers.ts";
import { type LabeledRow, measures, type Tally, tally } from "./score.ts";

const slugs = ["email", "phone", "ssn", "credit-card", "ip-address", "person-name", "address"];

type SlugScore = Tally & { precision: number; recall: number; f1: number };
export type PersonalScore = {
  slugs: Record<string, SlugScore>;
  microF1: number;
  hardNegatives: number;
  hardNegativesHit: number;
};

/**
 * Scores each filter for personal data separately. A hard negative counts once, no matter how many filters match it.
 */
export function measurePersonal(filters: ReadonlyMap<string, Filter>, rows: readonly LabeledRow[]): PersonalScore {
  const scores: Record<string, SlugScore> = {};
  const total: Tally = { right: 0, wrong: 0, missed: 0 };
  const hit = new Set<string>();
  for (const slug of slugs) {
    const sum = sumOver(filters.get(slug), slug, rows, hit);
    scores[slug] = { ...sum, ...roundScore(sum) };
    add(total, sum);
  }
  const hard = rows.filter((row) => row.group === "hard-negative").length;
  return { slugs: scores, microF1: roundScore(total).f1, hardNegatives: hard, hardNegativesHit: hit.size };
}

function sumOver(filter: Filter | undefined, slug: string, rows: readonly LabeledRow[], hit: Set<string>): Tally {
  const sum: Tally = { right: 0, wrong: 0, missed: 0 };
  for (const row of rows) {
    const one = tally(row, slug, filter?.find(row.text) ?? []);
    if (row.group === "hard-negative" && one.wrong > 0) hit.add(row.id);
    add(sum, one);
  }
  return sum;
}

function add(sum: Tally, one: Tally): void {
  sum.right += one.right;
  sum.wrong += one.wrong;
  sum.missed += one.missed;
}

function roundScore(sum: Tally): { precision: number; recall: number; f1: number } {
  const { precision, recall, f1 } = measures(sum);
  return { precision: round(precision, 3), recall: round(recall, 3), f1: round(f1, 3) };
}
