import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { nanoUsdPerMillion } from "../decimal.ts";
import { type Claim, plainClaim, type Source } from "./claim.ts";
import type { ModelsDevCost, ModelsDevModel, ModelsDevTier } from "./raw.ts";

const RATES: Record<string, UsageUnit> = {
  input: "input_tokens",
  output: "output_tokens",
  reasoning: "reasoning_tokens",
  cache_read: "cache_read_tokens",
  cache_input: "cache_read_tokens",
  cached_input: "cache_read_tokens",
  cache_write: "cache_write_tokens",
  cached_write: "cache_write_tokens",
  input_audio: "input_audio_tokens",
  output_audio: "output_audio_tokens",
};

/** Returns the prices models.dev states for one provider's model: USD per million tokens. */
export function modelsDevClaims(source: Source, model: ModelsDevModel): Claim[] {
  const cost = model.cost;
  if (!cost) return [];
  return [
    ...rateClaims(source, cost),
    ...(cost.tiers ?? []).flatMap((tier) => tierClaims(source, tier)),
    ...Object.values(model.experimental?.modes ?? {}).flatMap((mode) =>
      tierOf(mode.provider?.body, rateClaims(source, mode.cost ?? {})),
    ),
  ];
}

function rateClaims(source: Source, cost: ModelsDevCost | ModelsDevTier): Claim[] {
  return Object.entries(RATES).flatMap(([rate, unit]) => {
    const amount = cost[rate];
    return typeof amount === "string" ? [plainClaim(source, unit, nanoUsdPerMillion(amount, "usd-per-million"))] : [];
  });
}

/** A tier's size is the last prompt length at the lower price. */
function tierClaims(source: Source, tier: ModelsDevTier): Claim[] {
  const minPromptTokens = Number(tier.tier.size) + 1;
  return rateClaims(source, tier).map((claim) => ({ ...claim, minPromptTokens }));
}

function tierOf(body: Record<string, string> | undefined, claims: Claim[]): Claim[] {
  const serviceTier = body?.service_tier ?? body?.speed;
  return serviceTier ? claims.map((claim) => ({ ...claim, serviceTier })) : [];
}
