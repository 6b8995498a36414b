import { calcPrice, findProvider, type ModelInfo, type ModelPrice } from "@pydantic/genai-prices";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { type AmountPer, nanoUsdPerMillion } from "../decimal.ts";
import { type Claim, plainClaim, type Source } from "./claim.ts";

const RATES: Record<string, [UsageUnit, AmountPer]> = {
  input_mtok: ["input_tokens", "usd-per-million"],
  output_mtok: ["output_tokens", "usd-per-million"],
  output_reasoning_mtok: ["reasoning_tokens", "usd-per-million"],
  cache_read_mtok: ["cache_read_tokens", "usd-per-million"],
  cache_audio_read_mtok: ["cache_read_audio_tokens", "usd-per-million"],
  cache_write_mtok: ["cache_write_tokens", "usd-per-million"],
  cache_write_1h_mtok: ["cache_write_1h_tokens", "usd-per-million"],
  input_audio_mtok: ["input_audio_tokens", "usd-per-million"],
  output_audio_mtok: ["output_audio_tokens", "usd-per-million"],
  input_image_mtok: ["input_image_tokens", "usd-per-million"],
  output_image_mtok: ["output_image_tokens", "usd-per-million"],
  requests_kcount: ["requests", "usd-per-thousand"],
  web_searches_kcount: ["web_searches", "usd-per-thousand"],
  storage_searches_kcount: ["file_searches", "usd-per-thousand"],
  input_audio_hours: ["seconds", "usd-per-hour"],
};

/**
 * Returns the package's record for an upstream name at a provider, matched by its rules; undefined if there is none.
 */
export function genaiModel(provider: string, upstreamModel: string): ModelInfo | undefined {
  return calcPrice({}, upstreamModel, { providerId: provider })?.model;
}

/** Returns the models the package lists for a provider, without deprecated ones. */
export function genaiModels(provider: string): ModelInfo[] {
  return (findProvider({ providerId: provider })?.models ?? []).filter((model) => !model.deprecated);
}

/**
 * Returns the prices in force at the source's date, later ones with their day, and those limited to hours of the day.
 */
export function genaiClaims(source: Source, model: ModelInfo): Claim[] {
  const entries = Array.isArray(model.prices) ? model.prices : [{ prices: model.prices }];
  const flat = entries.filter((entry) => entry.constraint?.type !== "time_of_date");
  const started = flat.filter((entry) => startOf(entry) === undefined || (startOf(entry) as string) <= source.asOf);
  const base = started.at(-1) ?? entries[0];
  const hourly = entries.slice(entries.indexOf(base as (typeof entries)[number]) + 1);
  return [
    ...(base ? dateClaims(priceClaims(source, base.prices), startOf(base)) : []),
    ...flat
      .filter((entry) => (startOf(entry) ?? "") > source.asOf)
      .flatMap((entry) => dateClaims(priceClaims(source, entry.prices), startOf(entry))),
    ...hourly.flatMap((entry) =>
      entry.constraint?.type === "time_of_date" ? inHours(source, entry.prices, entry.constraint) : [],
    ),
  ];
}

function startOf(entry: { constraint?: { type: string; start_date?: string } }): string | undefined {
  return entry.constraint?.start_date;
}

function dateClaims(claims: Claim[], validFrom: string | undefined): Claim[] {
  return validFrom ? claims.map((claim) => ({ ...claim, validFrom })) : claims;
}

function inHours(source: Source, prices: ModelPrice, window: { start_time: string; end_time: string }): Claim[] {
  const hoursUtc = { startMinute: minuteOf(window.start_time), endMinute: minuteOf(window.end_time) };
  return priceClaims(source, prices).map((claim) => ({ ...claim, hoursUtc }));
}

function minuteOf(time: string): number {
  const match = /^(\d{2}):(\d{2}):00Z$/.exec(time);
  if (!match) throw new Error(`Not a whole UTC minute: ${time}`);
  return Number(match[1]) * 60 + Number(match[2]);
}

/**
 * The package's numbers come from decimal literals of at most 15 digits, which their shortest form reproduces exactly.
 */
function priceClaims(source: Source, prices: ModelPrice): Claim[] {
  return Object.entries(RATES).flatMap(([key, [unit, per]]) => {
    const price = prices[key];
    if (price === undefined) return [];
    const at = (amount: number, minPromptTokens: number): Claim => ({
      ...plainClaim(source, unit, nanoUsdPerMillion(String(amount), per)),
      minPromptTokens,
    });
    if (typeof price === "number") return [at(price, 0)];
    return [at(price.base, 0), ...price.tiers.map((tier) => at(tier.price, tier.start + 1))];
  });
}
