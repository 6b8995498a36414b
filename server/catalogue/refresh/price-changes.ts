import type { Price } from "../model.ts";

/** One price that a refresh changes: nano-USD per million; null: no price before, or none afterwards. */
export type PriceChange = Pick<
  Price,
  "modelEndpoint" | "unit" | "minPromptTokens" | "serviceTier" | "variant" | "hoursUtc"
> & { old: number | null; new: number | null; percent: number | null };

export type PriceChanges = { changes: PriceChange[]; rows: Price[]; unchanged: number };
/**
 * The source and the time of comparison (ISO 8601, UTC). A source that `isComplete` withdraws prices it does not state.
 */
export type Statement = { source: string; revision: string; asOf: string; isComplete: boolean; moment: string };

/**
 * Compares the rows of one endpoint with a source's prices for it. Prices of one item (a unit at a prompt length, in a
 * tier) at different hours belong together: if one changes, all of them are restated.
 */
export function changesOf(current: readonly Price[], stated: readonly Price[], statement: Statement): PriceChanges {
  const before = Map.groupBy(current, (row) => thingOf(row, statement.moment));
  const after = Map.groupBy(stated, (row) => thingOf(row, statement.moment));
  const result: PriceChanges = { changes: [], rows: [], unchanged: 0 };
  for (const [thing, prices] of after) {
    const old = before.get(thing) ?? [];
    // An incomplete source may lack hourly prices: they are dropped only together with the price they belong to.
    const comparable = statement.isComplete
      ? old
      : old.filter((row) => prices.some((one) => hoursOf(one) === hoursOf(row)));
    const changes = compareByHours(comparable, prices).length > 0 ? compareByHours(old, prices) : [];
    const hasChanged = changes.length > 0 || (statement.isComplete && reservesDiffer(old, prices));
    result.changes.push(...changes);
    result.unchanged += prices.length - changes.filter((change) => change.new !== null).length;
    if (hasChanged) result.rows.push(...prices.map((price) => withLengthOf(old[0], price)));
  }
  for (const [thing, old] of before) {
    const isSilent = !after.has(thing) && (statement.isComplete || isDroppedTier(old[0] as Price, stated));
    if (!isSilent) continue;
    result.changes.push(...compareByHours(old, []));
    result.rows.push(createWithdrawal(old[0] as Price, statement));
  }
  return result;
}

// Tier starts that differ by rounding (272000 or 272001) are the same tier.
function thingOf({ unit, minPromptTokens, serviceTier, variant, validFrom = "" }: Price, moment: string): string {
  const later = validFrom > moment ? validFrom.slice(0, 10) : "";
  return [unit, Math.round(minPromptTokens / 1000), serviceTier, variant, later].join(" ");
}

function withLengthOf(old: Price | undefined, price: Price): Price {
  return old ? { ...price, minPromptTokens: old.minPromptTokens } : price;
}

function compareByHours(old: readonly Price[], stated: readonly Price[]): PriceChange[] {
  const hours = new Set([...old, ...stated].map(hoursOf));
  return [...hours].flatMap((hour) => {
    const [was, is] = [old, stated].map((rows) => rows.find((row) => hoursOf(row) === hour));
    if (was?.nanoUsdPerMillion === is?.nanoUsdPerMillion) return [];
    const { modelEndpoint, unit, minPromptTokens, serviceTier, variant, hoursUtc } = (was ?? is) as Price;
    const [before, after] = [was?.nanoUsdPerMillion ?? null, is?.nanoUsdPerMillion ?? null];
    const terms = { modelEndpoint, unit, minPromptTokens, serviceTier, ...(variant && { variant }) };
    return [{ ...terms, ...(hoursUtc && { hoursUtc }), old: before, new: after, percent: percentOf(before, after) }];
  });
}

function hoursOf({ hoursUtc }: Price): string {
  return hoursUtc ? `${hoursUtc.startMinute}-${hoursUtc.endMinute}` : "";
}

/** Returns the change in percent to two decimals; null if either price is missing. */
function percentOf(before: number | null, after: number | null): number | null {
  if (before === null || after === null || before === 0) return null;
  return Math.round(((after - before) / before) * 10_000) / 100;
}

function reservesDiffer(old: readonly Price[], stated: readonly Price[]): boolean {
  return stated.some((price) => {
    const was = old.find((row) => hoursOf(row) === hoursOf(price));
    return was?.reserveNanoUsdPerMillion !== price.reserveNanoUsdPerMillion || was?.disputed !== price.disputed;
  });
}

/** A source that states a unit's price but no longer its price for long prompts has dropped the tier. */
function isDroppedTier({ unit, minPromptTokens, serviceTier }: Price, stated: readonly Price[]): boolean {
  if (minPromptTokens === 0 || serviceTier !== null) return false;
  return stated.some((price) => price.unit === unit && price.minPromptTokens === 0 && price.serviceTier === null);
}

function createWithdrawal(old: Price, { source, revision, asOf, moment }: Statement): Price {
  const { modelEndpoint, unit, minPromptTokens, serviceTier, variant, validFrom } = old;
  return {
    id: "",
    modelEndpoint,
    unit,
    nanoUsdPerMillion: 0,
    minPromptTokens,
    serviceTier,
    ...(variant && { variant }),
    source,
    sourceRevision: revision,
    asOf,
    disputed: false,
    withdrawn: true,
    ...(validFrom && validFrom > moment && { validFrom }),
  };
}
