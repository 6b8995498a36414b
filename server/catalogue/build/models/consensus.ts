import { createHash } from "node:crypto";
import type { Price, PriceStatement } from "#server/catalogue/model.ts";
import type { Claim, Source } from "../sources/claim.ts";

/** Claims of this rank are copied by hand from the provider's own page and take precedence. */
const OVERRIDE_RANK = 4;
/**
 * Sources of this rank and above list length tiers wherever they exist, so a missing tier means one price for all
 * lengths.
 */
const TIER_STATING_RANK = 2;

/**
 * Returns one price row for each item a model endpoint bills. The model's own prices come from one source at one date,
 * since prices of different dates do not belong together: the newest source, or an older one that agrees with
 * everything the newest states and adds more, such as service tiers; if it leaves out audio then, the newest has those prices.
 * A tool's fee is its provider's, and comes from the
 * newest source that states it. Prices copied by hand from the provider's own page take precedence. A price that
 * another source contradicts is disputed, and the highest one stated is reserved. A region has a price of its own if
 * its source agrees with the list on the price elsewhere. `isPriced` distinguishes a list that prices the endpoint from
 * a fragment. Rows come in a fixed order.
 */
export function consensus(
  modelEndpoint: string,
  claims: Claim[],
  isPriced: (claims: readonly Claim[]) => boolean = () => true,
): Price[] {
  const listed = claims.filter(
    (claim) => claim.source.rank < OVERRIDE_RANK && !isFee(claim) && claim.elsewhere === undefined,
  );
  const list = chooseList(listsOf(listed), isPriced);
  const groups = Map.groupBy([...claims, ...impliedFlatClaims(claims)].sort(byAge), groupKey);
  const keys = [...groups.keys()].sort();
  const rows = keys.flatMap((key) => {
    const stated = withoutOutdated(groups.get(key) as Claim[]);
    const chosen = chooseClaim(stated, list);
    return chosen ? [priceOf(modelEndpoint, chosen, stated)] : [];
  });
  return rows.filter((row) => !repeatsBase(row, rows));
}

/** Returns whether a claim is a tool's fee, which is billed per use, independent of the model. */
function isFee({ unit }: Pick<Claim, "unit">): boolean {
  return unit.endsWith("_searches") || unit === "grounded_requests";
}

/** Chooses one of the claims about a price; `stated` is sorted newest first. */
function chooseClaim(stated: readonly Claim[], list: PriceList | undefined): Claim | undefined {
  const [newest] = stated;
  if (newest?.elsewhere !== undefined) return stated.find((claim) => isElsewhereListed(claim, list));
  const statedBy = (name: string | undefined) => stated.find(({ source }) => nameOf(source) === name);
  const own = statedBy(list?.name) ?? (newest && isAudio(newest) ? statedBy(list?.audioOf) : undefined);
  if (!newest || (newest.source.rank < OVERRIDE_RANK && !isFee(newest))) return own;
  return own?.nanoUsdPerMillion === newest.nanoUsdPerMillion && newest.source.rank < OVERRIDE_RANK ? own : newest;
}

/** Returns whether the chosen list has the price that a region's source states for all other regions. */
function isElsewhereListed({ elsewhere, variant: _, ...claim }: Claim, list: PriceList | undefined): boolean {
  return list?.prices.get(groupKey(claim)) === elsewhere;
}

/**
 * Sorts claims newest first; of the same date, the source nearest to the provider first. Claims copied by hand come
 * first.
 */
function byAge({ source: a }: Pick<Claim, "source">, { source: b }: Pick<Claim, "source">): number {
  const byHand = Number(b.rank >= OVERRIDE_RANK) - Number(a.rank >= OVERRIDE_RANK);
  return byHand || compare(b.asOf, a.asOf) || b.rank - a.rank || compare(a.id, b.id);
}

/** The prices that one source states, by item. `audioOf`: the list that has the prices of audio, which this one lacks. */
type PriceList = { name: string; source: Source; claims: Claim[]; prices: Map<string, number>; audioOf?: string };

function isAudio({ unit }: Pick<Claim, "unit">): boolean {
  return unit.includes("audio");
}

function nameOf({ id, revision }: Source): string {
  return `${id} ${revision}`;
}

function listsOf(claims: Claim[]): PriceList[] {
  const lists = [...Map.groupBy(claims, ({ source }) => nameOf(source))].map(([name, own]) => {
    const prices = new Map(own.map((claim) => [groupKey(claim), claim.nanoUsdPerMillion]));
    return { name, source: (own[0] as Claim).source, claims: own, prices };
  });
  return lists.sort(byAge);
}

function chooseList(lists: PriceList[], isPriced: (claims: readonly Claim[]) => boolean): PriceList | undefined {
  const whole = lists.filter((list) => isPriced(list.claims));
  const [newest, ...older] = whole.length > 0 ? whole : lists;
  if (!newest) return undefined;
  const silent = withoutAudio(newest);
  const fuller = older.flatMap((list) => {
    const isSilent = sellsTiers(list) && !list.claims.some(isAudio) && silent.claims.length < newest.claims.length;
    const compared = isSilent ? silent : newest;
    if (list.prices.size <= compared.prices.size || !agreesWith(list, compared)) return [];
    return [isSilent ? { ...list, audioOf: newest.name } : list];
  });
  return fuller.sort((a, b) => b.prices.size - a.prices.size)[0] ?? newest;
}

function sellsTiers({ claims }: PriceList): boolean {
  return claims.some(({ serviceTier }) => serviceTier !== null && serviceTier !== "batch");
}

/** A list that leaves out audio agrees with what the newest states about everything else. */
function withoutAudio(list: PriceList): PriceList {
  const claims = list.claims.filter((claim) => !isAudio(claim));
  return { ...list, claims, prices: new Map(claims.map((claim) => [groupKey(claim), claim.nanoUsdPerMillion])) };
}

/**
 * Returns whether an older list agrees with all prices of the newest. A tier that the newest denies is a difference.
 */
function agreesWith(older: PriceList, newest: PriceList): boolean {
  const absentTiers = impliedFlatClaims([...older.claims, ...newest.claims]).filter(
    ({ source }) => nameOf(source) === newest.name,
  );
  const stated = [...newest.prices, ...absentTiers.map((claim) => [groupKey(claim), claim.nanoUsdPerMillion] as const)];
  return stated.every(([key, price]) => older.prices.get(key) === price);
}

/** Tier starts that differ by rounding (272000 or 272001) are the same tier. */
function groupKey(claim: Claim): string {
  const hours = claim.hoursUtc ? `${claim.hoursUtc.startMinute}-${claim.hoursUtc.endMinute}` : "";
  const later = claim.validFrom && claim.validFrom > claim.source.asOf ? claim.validFrom : "";
  const tier = String(Math.round(claim.minPromptTokens / 1000)).padStart(6, "0");
  return [claim.unit, claim.serviceTier ?? "", claim.variant ?? "", later, hours, tier].join(" ");
}

function impliedFlatClaims(claims: Claim[]): Claim[] {
  const tiers = claims.filter((claim) => claim.minPromptTokens > 0 && claim.serviceTier === null);
  const flat = claims.filter((claim) => claim.source.rank >= TIER_STATING_RANK && isBase(claim));
  const silent = flat.filter(
    (claim) => !tiers.some((tier) => tier.unit === claim.unit && tier.source.id === claim.source.id),
  );
  return silent.flatMap((claim) => {
    const others = tiers.filter((tier) => tier.unit === claim.unit);
    const starts = new Map(others.map((tier) => [groupKey(tier), tier.minPromptTokens]));
    return [...starts.values()].map((minPromptTokens) => ({ ...claim, minPromptTokens }));
  });
}

function isBase(claim: Claim): boolean {
  return claim.minPromptTokens === 0 && claim.serviceTier === null && !claim.hoursUtc && !claim.variant;
}

/** Removes claims older than a change that another source dates; they are outdated, not contradictory. */
function withoutOutdated(claims: Claim[]): Claim[] {
  const changes = claims.flatMap((claim) =>
    claim.validFrom && claim.validFrom <= claim.source.asOf ? [claim.validFrom] : [],
  );
  const latest = changes.sort().at(-1) ?? "";
  return claims.filter((claim) => claim.source.asOf >= latest);
}

function priceOf(modelEndpoint: string, chosen: Claim, claims: Claim[]): Price {
  const same = claims.filter((claim) => claim.nanoUsdPerMillion === chosen.nanoUsdPerMillion);
  const others = claims.filter((claim) => claim.nanoUsdPerMillion !== chosen.nanoUsdPerMillion);
  const disputed = others.length > 0 && chosen.source.rank < OVERRIDE_RANK;
  const highest = Math.max(...claims.map((claim) => claim.nanoUsdPerMillion));
  const row = {
    modelEndpoint,
    unit: chosen.unit,
    nanoUsdPerMillion: chosen.nanoUsdPerMillion,
    minPromptTokens: chosen.minPromptTokens,
    serviceTier: chosen.serviceTier,
    source: chosen.source.id,
    sourceRevision: chosen.source.revision,
    asOf: chosen.source.asOf,
    disputed,
    ...(disputed && highest > chosen.nanoUsdPerMillion ? { reserveNanoUsdPerMillion: highest } : {}),
    ...(same.length > 1 ? { agreeing: same.length } : {}),
    ...(others.length > 0 ? { dissent: others.map(toStatement).sort(bySource) } : {}),
    ...(chosen.hoursUtc ? { hoursUtc: chosen.hoursUtc } : {}),
    ...(chosen.validFrom && chosen.validFrom > chosen.source.asOf ? { validFrom: chosen.validFrom } : {}),
    ...(chosen.variant ? { variant: chosen.variant } : {}),
  };
  return { id: priceId(row), ...row };
}

function toStatement(claim: Claim): PriceStatement {
  return { source: claim.source.id, asOf: claim.source.asOf, nanoUsdPerMillion: claim.nanoUsdPerMillion };
}

function bySource(a: PriceStatement, b: PriceStatement): number {
  return compare(a.source, b.source);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Derives the id from the price's content, so that a new claim is a new row and an old row's meaning never changes. */
function priceId(row: Omit<Price, "id">): string {
  return `price_${createHash("sha256").update(JSON.stringify(row)).digest("hex").slice(0, 16)}`;
}

function baseOf(row: Price, rows: Price[]): Price | undefined {
  return rows.find(
    (other) =>
      other.unit === row.unit &&
      other.serviceTier === row.serviceTier &&
      other.minPromptTokens === 0 &&
      !other.hoursUtc &&
      !other.validFrom &&
      !other.variant,
  );
}

function repeatsBase(row: Price, rows: Price[]): boolean {
  const base = baseOf(row, rows);
  return row.minPromptTokens > 0 && !row.disputed && base?.nanoUsdPerMillion === row.nanoUsdPerMillion;
}
