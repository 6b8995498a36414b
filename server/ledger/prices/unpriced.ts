import type { Price } from "#server/catalogue/model.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import type { CostLine } from "./cost-line.ts";

/** Units that only some providers charge for, and which are free without a price. */
const FREE_UNLESS_PRICED = new Set<UsageUnit>(["requests"]);

/** Alternative measures of the same work: a provider bills by one of them. */
const SAME_WORK: readonly (readonly UsageUnit[])[] = [
  ["images", "megapixels", "output_image_tokens"],
  ["seconds", "characters", "input_audio_tokens", "output_audio_tokens"],
  ["search_units", "input_tokens"],
  ["characters", "input_tokens"],
  ["web_searches", "grounded_requests"],
];

/**
 * Returns the used units that lack a price: those in `without`, except units that are free unless priced and units
 * whose work another line already bills.
 */
export function unpricedOf(
  without: readonly UsageUnit[],
  lines: readonly CostLine[],
  prices: readonly Price[],
): UsageUnit[] {
  return without.filter((unit) => !FREE_UNLESS_PRICED.has(unit) && !billedOtherwise(unit, lines, prices));
}

function billedOtherwise(unit: UsageUnit, lines: readonly CostLine[], prices: readonly Price[]): boolean {
  const billed = lines.filter((line) => !FREE_UNLESS_PRICED.has(line.unit));
  const measures = SAME_WORK.filter((group) => group.includes(unit)).flat();
  if (billed.some((line) => measures.includes(line.unit))) return true;
  // A media provider without token prices does not bill by tokens, whatever it reports.
  return isToken(unit) && billed.length > 0 && !prices.some((price) => isToken(price.unit));
}

function isToken(unit: UsageUnit): boolean {
  return unit.endsWith("_tokens");
}
