import { createHash } from "node:crypto";
import type { Price, PriceStatement } from "../model.ts";
import type { Claim } from "./claim.ts";

/** A claim of this rank is kept by hand from the vendor's own page and stands over all others. */
const OVERRIDE_RANK = 4;
/** Sources of this rank and above list length tiers wherever they exist, so that silence means one price for all lengths. */
const TIER_STATING_RANK = 2;

/**
 * One price row for each thing a model endpoint bills, from what the sources claim.
 * Two or more sources that agree are accepted; one source alone is accepted; sources that all differ make a disputed
 * row, whose price is the first-party one and whose reserve price is the highest. Rows come in a fixed order.
 */
export function consensus(modelEndpoint: string, claims: Claim[]): Price[] {
  const groups = Map.groupBy([...claims, ...impliedFlatClaims(claims)], groupKey);
  const keys = [...groups.keys()].sort();
  const rows = keys.map((key) => priceOf(modelEndpoint, withoutOutdated(groups.get(key) as Claim[])));
  return rows.filter((row) => !repeatsBase(row, rows) && !hoursOfRejectedBase(row, rows));
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

/** What a source said before the day another source dates a change to is not a dissent but a memory. */
function withoutOutdated(claims: Claim[]): Claim[] {
  const changes = claims.flatMap((claim) =>
    claim.validFrom && claim.validFrom <= claim.source.asOf ? [claim.validFrom] : [],
  );
  const latest = changes.sort().at(-1) ?? "";
  return claims.filter((claim) => claim.source.asOf >= latest);
}

function priceOf(modelEndpoint: string, claims: Claim[]): Price {
  const chosen = choose(claims);
  const same = claims.filter((claim) => claim.nanoUsdPerMillion === chosen.nanoUsdPerMillion);
  const others = claims.filter((claim) => claim.nanoUsdPerMillion !== chosen.nanoUsdPerMillion);
  const disputed = same.length < 2 && others.length > 0 && chosen.source.rank < OVERRIDE_RANK;
  const highest = Math.max(...claims.map((claim) => claim.nanoUsdPerMillion));
  const row = {
    modelEndpoint,
    unit: chosen.unit,
    nanoUsdPerMillion: chosen.nanoUsdPerMillion,
    minPromptTokens: Math.min(...same.map((claim) => claim.minPromptTokens)),
    serviceTier: chosen.serviceTier,
    source: chosen.source.id,
    sourceRevision: chosen.source.revision,
    asOf: chosen.source.asOf,
    disputed,
    ...(disputed && highest > chosen.nanoUsdPerMillion ? { reserveNanoUsdPerMillion: highest } : {}),
    ...(same.length > 1 ? { agreeing: same.length } : {}),
    ...(others.length > 0 ? { dissent: others.map(statement).sort(bySource) } : {}),
    ...(chosen.hoursUtc ? { hoursUtc: chosen.hoursUtc } : {}),
    ...(chosen.validFrom && chosen.validFrom > chosen.source.asOf ? { validFrom: chosen.validFrom } : {}),
    ...(chosen.variant ? { variant: chosen.variant } : {}),
  };
  return { id: priceId(row), ...row };
}

/** The value most sources state if at least two do, else the first-party one; a hand-kept one before all. */
function choose(claims: Claim[]): Claim {
  const byRank = claims.toSorted((a, b) => b.source.rank - a.source.rank || compare(a.source.id, b.source.id));
  const first = byRank[0] as Claim;
  if (first.source.rank >= OVERRIDE_RANK) return first;
  const votes = (claim: Claim) => claims.filter((other) => other.nanoUsdPerMillion === claim.nanoUsdPerMillion).length;
  const most = Math.max(...byRank.map(votes));
  return most < 2 ? first : (byRank.find((claim) => votes(claim) === most) as Claim);
}

function statement(claim: Claim): PriceStatement {
  return { source: claim.source.id, asOf: claim.source.asOf, nanoUsdPerMillion: claim.nanoUsdPerMillion };
}

function bySource(a: PriceStatement, b: PriceStatement): number {
  return compare(a.source, b.source);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Names the price's content, so that a new statement is a new row and an old row's meaning never changes. */
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

/** Hours belong to the base price of the source that states them; where that was outvoted they mean nothing. */
function hoursOfRejectedBase(row: Price, rows: Price[]): boolean {
  return row.hoursUtc !== undefined && baseOf(row, rows)?.source !== row.source;
}
