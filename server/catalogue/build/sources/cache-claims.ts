import type { Claim } from "./claim.ts";

const CLOUDS = new Set(["amazon-bedrock", "google-vertex"]);

/**
 * Returns the price of a cache write that lasts an hour, for Claude at clouds whose source states only that of five
 * minutes: twice the input's price, as everywhere (platform.claude.com/docs/en/build-with-claude/prompt-caching,
 * docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html, 2026-11-28).
 */
export function hourCacheClaims(
  { provider, upstreamModel }: { provider: string; upstreamModel: string },
  claims: readonly Claim[],
): Claim[] {
  if (!CLOUDS.has(provider) || !upstreamModel.includes("claude-")) return [];
  const stating = new Set(claims.filter(({ unit }) => unit === "cache_write_1h_tokens").map(({ source }) => source.id));
  const caching = new Set(claims.filter(({ unit }) => unit === "cache_write_tokens").map(({ source }) => source.id));
  return claims
    .filter(({ unit, source }) => unit === "input_tokens" && caching.has(source.id) && !stating.has(source.id))
    .map((claim) => ({ ...claim, unit: "cache_write_1h_tokens", nanoUsdPerMillion: 2 * claim.nanoUsdPerMillion }));
}
