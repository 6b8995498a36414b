import type { Price } from "#server/catalogue/model.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import type { CostLine } from "./cost.ts";

/** Only some providers charge by the request: one that does says so. */
const FREE_UNLESS_PRICED = new Set<UsageUnit>(["requests"]);

/** Several measures of the same work: a provider bills by one of them, and the others only describe it. */
const SAME_WORK: readonly (readonly UsageUnit[])[] = [
  ["images", "megapixels", "output_image_tokens"],
  ["seconds", "characters", "input_audio_tokens", "output_audio_tokens"],
  ["search_units", "input_tokens"],
  ["web_searches", "grounded_requests"],
];

/**
 * Which units in use are charged by nobody knows what: those `without` a price, but for those that are free unless
 * priced and those whose work another line already bills.
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
  const measures = SAME_WORK.find((group) => group.includes(unit));
  if (measures && billed.some((line) => measures.includes(line.unit))) return true;
  // A provider of media that names no price for tokens does not bill by them, whatever it reports.
  return isToken(unit) && billed.length > 0 && !prices.some((price) => isToken(price.unit));
}

function isToken(unit: UsageUnit): boolean {
  return unit.endsWith("_tokens");
}
