import type { UsageUnit } from "#server/providers/usage/usage.ts";
import type { Claim } from "./claim.ts";

/**
 * `models`: the upstream names of those that have batches; absent: all. `cached`: what cached tokens cost: half of their
 * price, that price, or as much as other input.
 */
type HalfPrice = { models?: RegExp; cached: "half" | "standard" | "input" };

/**
 * Providers whose batches cost half the price. Anthropic: "All usage is charged at 50% of the standard API prices", prompt
 * caching and long prompts included (platform.claude.com/docs/en/build-with-claude/batch-processing, 2026-11-26).
 * Mistral: "at a 50% discount" (docs.mistral.ai/studio-api/batch-processing, 2026-11-27). Groq: "All batch tokens are
 * billed at the 50% batch rate regardless of cache status", for the models that it lists (console.groq.com/docs/batch,
 * 2026-11-27). Azure: "at 50% less cost than global standard"; its discount of cached tokens is stated for standard and
 * provisioned deployments only (learn.microsoft.com/azure/ai-foundry/openai/how-to/batch and prompt-caching, 2026-11-27).
 * Google: "at 50% of the standard interactive API cost", and "the cached tokens are priced the same as for non-batch API
 * traffic" (ai.google.dev/gemini-api/docs/batch-api, 2026-11-27).
 */
const HALF_PRICED: Record<string, HalfPrice> = {
  anthropic: { cached: "half" },
  mistral: { cached: "half" },
  groq: {
    models:
      /^(openai\/gpt-oss-(20|120)b|llama-3\.3-70b-versatile|llama-3\.1-8b-instant|meta-llama\/llama-(4-(maverick|scout)-.+|guard-4-12b))$/,
    cached: "input",
  },
  google: { models: /^gemini-(?!.*(tts|live|audio|embedding|omni))/, cached: "standard" },
  azure: { models: /^(gpt-[45](?!.*(image|transcribe|tts|realtime|audio))|o[134])/, cached: "input" },
};

/**
 * Returns batch prices of half the standard ones, where the provider sells batches so. Without one of their own, cached
 * tokens cost as much as other input.
 */
export function batchClaims(
  { provider, upstreamModel }: { provider: string; upstreamModel: string },
  claims: readonly Claim[],
): Claim[] {
  const half = HALF_PRICED[provider];
  if (!half || half.models?.test(upstreamModel) === false) return [];
  return claims
    .filter(({ unit, serviceTier }) => unit.endsWith("_tokens") && serviceTier === null)
    .filter(({ unit }) => half.cached !== "input" || !isCached(unit))
    .map((claim) => {
      const isHalf = half.cached !== "standard" || !isCached(claim.unit);
      const nanoUsdPerMillion = isHalf ? claim.nanoUsdPerMillion / 2 : claim.nanoUsdPerMillion;
      return { ...claim, serviceTier: "batch", nanoUsdPerMillion };
    });
}

function isCached(unit: UsageUnit): boolean {
  return unit.startsWith("cache_");
}
