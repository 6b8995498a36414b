import type { Modality } from "#server/catalogue/model.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { type AmountPer, nanoUsdPerMillion } from "../decimal.ts";
import { type Claim, plainClaim, type Source } from "./claim.ts";
import type { PortkeyMode, PortkeyModel, PortkeyRate, PortkeyRates } from "./raw.ts";

const RATES: Record<string, UsageUnit> = {
  request_token: "input_tokens",
  request_text_token: "input_tokens",
  response_token: "output_tokens",
  response_text_token: "output_tokens",
  cache_read_input_token: "cache_read_tokens",
  cache_read_text_input_token: "cache_read_tokens",
  cache_write_input_token: "cache_write_tokens",
  reasoning_token: "reasoning_tokens",
  request_audio_token: "input_audio_tokens",
  response_audio_token: "output_audio_tokens",
  request_image_token: "input_image_tokens",
  response_image_token: "output_image_tokens",
};
const ADDITIONAL: Record<string, UsageUnit> = {
  web_search: "web_searches",
  file_search: "file_searches",
  cache_write_1h: "cache_write_1h_tokens",
  image_token: "output_image_tokens",
  megapixels: "megapixels",
  video_seconds: "seconds",
  video_duration_seconds_1280_720: "seconds",
};
/**
 * Units with several prices: video seconds at resolutions above the smallest, by the width and height in the rate's name,
 * and Perplexity's requests by the size of the search context.
 */
const VARIANTS: Record<string, { unit: UsageUnit; variant: string }> = {
  video_duration_seconds_1920_1080: { unit: "seconds", variant: "1080p" },
  video_duration_seconds_3840_2160: { unit: "seconds", variant: "4K" },
  web_search_low_context: { unit: "requests", variant: "low context" },
  web_search_medium_context: { unit: "requests", variant: "medium context" },
  web_search_high_context: { unit: "requests", variant: "high context" },
};
const BILLED_TIERS = ["flex", "priority", "fast"];
/** Providers whose own batches the gateway uses, and whose batch prices these files state for every unit. */
const WITH_BATCHES = new Set(["openai"]);

/** Providers whose credentials name a region that has prices of its own in these files. */
const WITH_REGIONS = new Set(["amazon-bedrock"]);

/** The actual unit of a file's "token" if a model does not bill tokens: by provider and output. `models`: absent: all. */
type ActualUnit = { rate: string; unit: UsageUnit; per: AmountPer; models?: RegExp };
const ACTUAL_UNITS: Record<string, Partial<Record<Modality, ActualUnit>>> = {
  deepgram: {
    speech: { rate: "request_token", unit: "characters", per: "cents-per-unit" },
    transcription: { rate: "request_audio_token", unit: "seconds", per: "cents-per-minute" },
  },
  azure: { speech: { rate: "request_token", unit: "characters", per: "cents-per-unit", models: /^tts/ } },
  "google-vertex": {
    embeddings: { rate: "request_token", unit: "characters", per: "cents-per-unit", models: /^text-/ },
  },
};

/** Above this many nano-USD per million, a "token" is really a minute or a search. */
const HIGHEST_TOKEN_PRICE = 1_000_000_000_000;

/**
 * Returns the prices in Portkey's files for one model: cents per unit; zero means not stated. Batch prices count only for
 * providers whose batches the gateway uses.
 */
export function portkeyClaims(
  source: Source,
  model: PortkeyModel,
  output: Modality[],
  { provider, upstreamModel }: { provider: string; upstreamModel: string },
): Claim[] {
  const rates = model.pricing_config?.pay_as_you_go ?? {};
  const otherwise = claimActualUnit(source, rates, actualUnitOf(provider, output, upstreamModel));
  if (otherwise) return otherwise;
  const base = rateClaims(source, rates, output);
  const modes = generalModes(model);
  const tiers = tierStarts(model);
  const standard = modes.standard ? contextClaims(source, modes.standard, tiers, output, null) : [];
  const services = BILLED_TIERS.flatMap((tier) => {
    const mode = modes[tier];
    return mode ? contextClaims(source, mode, tiers, output, tier) : [];
  });
  const batched = WITH_BATCHES.has(provider) ? batchClaims(source, model, tiers, output) : [];
  const general = [...base, ...standard.filter((claim) => claim.minPromptTokens > 0), ...services, ...batched];
  return WITH_REGIONS.has(provider) ? [...general, ...regionClaims(source, model, general, output)] : general;
}

/** Returns the prices outside of single regions; "default" are those of all regions if there are global ones too. */
function generalModes({ custom_pricing: custom }: PortkeyModel): Record<string, PortkeyMode> {
  return (custom?.regions?.global ?? custom?.regions?.default)?.execution_modes ?? {};
}

/** Returns the prices in single regions that differ from those elsewhere. */
function regionClaims(source: Source, model: PortkeyModel, general: readonly Claim[], output: Modality[]): Claim[] {
  const { default: _, ...regions } = model.custom_pricing?.regions ?? {};
  const tiers = tierStarts(model);
  return Object.entries(regions).flatMap(([names, { execution_modes: modes = {} }]) =>
    ["standard", ...BILLED_TIERS].flatMap((name) => {
      const serviceTier = name === "standard" ? null : name;
      const claims = modes[name] ? contextClaims(source, modes[name], tiers, output, serviceTier) : [];
      return claims.flatMap((claim) => {
        const elsewhere = general.find((other) => isSamePrice(claim, other))?.nanoUsdPerMillion;
        if (elsewhere === undefined || elsewhere === claim.nanoUsdPerMillion) return [];
        return names.split(",").map((variant) => ({ ...claim, variant, elsewhere }));
      });
    }),
  );
}

function isSamePrice(claim: Claim, other: Claim): boolean {
  return (
    claim.unit === other.unit &&
    claim.serviceTier === other.serviceTier &&
    claim.minPromptTokens === other.minPromptTokens
  );
}

/** Returns the token prices of batches. The shorter form states no prices for long prompts. */
function batchClaims(source: Source, model: PortkeyModel, tiers: Map<string, number>, output: Modality[]): Claim[] {
  const mode = generalModes(model).batch;
  const shorter = { pricing_config: { pay_as_you_go: model.pricing_config?.batch_config ?? {} } };
  const claims = contextClaims(source, mode ?? shorter, tiers, output, "batch");
  return claims.filter(({ unit }) => unit.endsWith("_tokens"));
}

function rateClaims(source: Source, rates: PortkeyRates, output: Modality[]): Claim[] {
  const claims: Claim[] = [];
  const add = (unit: UsageUnit, rate: PortkeyRate | undefined) => {
    if (claims.some((claim) => claim.unit === unit)) return;
    const price = nanoUsdPerMillion(rate?.price ?? "0", "cents-per-unit");
    if (price > 0 && (price < HIGHEST_TOKEN_PRICE || !unit.endsWith("_tokens")))
      claims.push(plainClaim(source, unit, price));
  };
  for (const [name, unit] of Object.entries(RATES))
    add(searchUnit(name, unit, rates, output), rates[name] as PortkeyRate);
  for (const [name, unit] of Object.entries(ADDITIONAL)) add(unit, rates.additional_units?.[name]);
  if (output.includes("image") && claims.length === 0) add("images", rates.image?.default?.default);
  return [...claims, ...variantClaims(source, rates)];
}

function variantClaims(source: Source, { additional_units: units }: PortkeyRates): Claim[] {
  return Object.entries(VARIANTS).flatMap(([name, { unit, variant }]) => {
    const price = nanoUsdPerMillion(units?.[name]?.price ?? "0", "cents-per-unit");
    return price > 0 ? [{ ...plainClaim(source, unit, price), variant }] : [];
  });
}

function actualUnitOf(provider: string, output: Modality[], upstreamModel: string): ActualUnit | undefined {
  return output
    .map((kind) => ACTUAL_UNITS[provider]?.[kind])
    .find((found) => found !== undefined && found.models?.test(upstreamModel) !== false);
}

/** Returns the single price of a model whose file writes another unit as a token; undefined if tokens are tokens. */
function claimActualUnit(source: Source, rates: PortkeyRates, actual: ActualUnit | undefined): Claim[] | undefined {
  if (!actual) return undefined;
  const price = nanoUsdPerMillion((rates[actual.rate] as PortkeyRate | undefined)?.price ?? "0", actual.per);
  return price > 0 ? [plainClaim(source, actual.unit, price)] : [];
}

/** A reranker's request "token" priced like a search is a search. */
function searchUnit(name: string, unit: UsageUnit, rates: PortkeyRates, output: Modality[]): UsageUnit {
  if (name !== "request_token" || !output.includes("rerank")) return unit;
  const price = nanoUsdPerMillion((rates[name] as PortkeyRate | undefined)?.price ?? "0", "cents-per-unit");
  return price >= HIGHEST_TOKEN_PRICE ? "search_units" : unit;
}

/** Maps a context tier's label to the first prompt length it applies to: `gt-272k` starts after the stated size. */
function tierStarts(model: PortkeyModel): Map<string, number> {
  const map = Object.entries(model.custom_pricing?.context_tier_map ?? {});
  return new Map(map.map(([size, label]) => [label, size === "0" ? 0 : Number(size) + 1]));
}

function contextClaims(
  source: Source,
  mode: PortkeyMode,
  starts: Map<string, number>,
  output: Modality[],
  serviceTier: string | null,
): Claim[] {
  const contexts = mode.context_tiers ? Object.entries(mode.context_tiers) : [["", mode] as const];
  return contexts.flatMap(([label, pricing]) =>
    rateClaims(source, pricing.pricing_config?.pay_as_you_go ?? {}, output)
      .filter((claim) => serviceTier === null || !claim.unit.endsWith("_searches"))
      .map((claim) => ({ ...claim, serviceTier, minPromptTokens: starts.get(label) ?? 0 })),
  );
}
