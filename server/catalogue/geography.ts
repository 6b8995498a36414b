/**
 * The factor on every token price if a request must run in one geography, in hundredths of a percent. Anthropic: 1.1
 * for `us`, on every kind of token and on top of tiers and caching
 * (https://platform.claude.com/docs/en/manage-claude/data-residency, read 2026-11-23). Vertex AI: 1.1 for Claude at
 * regional endpoints (https://platform.claude.com/docs/en/about-claude/pricing, read 2026-11-24) and for some Gemini
 * models ("non-global", https://cloud.google.com/vertex-ai/generative-ai/pricing). Azure: 1.1 in a data zone or a region,
 * and 1.2 for GPT-6 in Europe's data zone
 * (https://azure.microsoft.com/blog/gpt-6-astra-sol-and-luna-for-production-agents-in-microsoft-foundry).
 */
const MULTIPLIERS: Record<string, Record<string, number>> = {
  anthropic: { us: 11_000 },
  azure: { us: 11_000, regional: 11_000, "gpt-6 in europe": 12_000 },
  "google-vertex": { regional: 11_000 },
};

/** Returns the factor on a provider's token prices in a geography; undefined if it states none. */
export function geographyMultiplier(provider: string, geography: string): number | undefined {
  return MULTIPLIERS[provider]?.[geography];
}
