import { describe, expect, it } from "vitest";
import { readMedia } from "#server/catalogue/build/media.ts";
import { AZURE_RETAIL } from "#server/catalogue/build/sources/azure-retail.ts";
import { readSnapshot } from "#server/catalogue/load.ts";

/**
 * Where each provider publishes its own documentation: a host, or a host with the start of a path where others write
 * there too. A page of anyone else's, however well it quotes, is none.
 */
const OWN_PAGES: Record<string, readonly string[]> = {
  openai: ["developers.openai.com/", "platform.openai.com/docs/", "openai.com/"],
  groq: ["console.groq.com/docs/", "groq.com/"],
  cohere: ["docs.cohere.com/", "cohere.com/", "github.com/cohere-ai/"],
  // Voyage AI is MongoDB's, which documents it.
  voyage: ["docs.voyageai.com/", "www.mongodb.com/docs/voyageai/", "github.com/mongodb/docs/", "github.com/voyage-ai/"],
  jina: ["jina.ai/", "api.jina.ai/", "docs.jina.ai/", "github.com/jina-ai/"],
  xai: ["docs.x.ai/", "x.ai/", "github.com/xai-org/"],
  google: ["ai.google.dev/", "cloud.google.com/"],
  elevenlabs: ["elevenlabs.io/", "help.elevenlabs.io/", "github.com/elevenlabs/"],
  deepgram: ["deepgram.com/", "developers.deepgram.com/", "github.com/deepgram/"],
  "perplexity-agent": ["docs.perplexity.ai/"],
  "black-forest-labs": ["docs.bfl.ai/", "bfl.ai/", "github.com/black-forest-labs/"],
};

function isOwnPage(provider: string, address: string): boolean {
  const { protocol, host, pathname } = new URL(address);
  return protocol === "https:" && (OWN_PAGES[provider] ?? []).some((start) => `${host}${pathname}`.startsWith(start));
}

const media = readMedia();
const { prices, endpoints } = readSnapshot();

describe("hand-written media prices", () => {
  it("are from the provider's own pages, with a date in the past", () => {
    const foreign = media.prices.filter(({ provider, address }) => !isOwnPage(provider, address));
    expect(foreign.map(({ provider, model, address }) => `${provider} ${model}: ${address}`)).toEqual([]);
    for (const { asOf } of media.prices) {
      expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(new Date(asOf).toISOString().slice(0, 10)).toBe(asOf);
    }
  });

  it.each([
    ["voyage", "https://openrouter.ai/voyageai"],
    ["xai", "https://docs.krea.ai/api-reference/video/grok-imagine"],
    ["xai", "https://docs.x.ai.example.com/prices"],
    ["deepgram", "https://github.com/api-evangelist/deepgram/blob/main/plans/deepgram-plans-pricing.yml"],
    ["jina", "http://jina.ai/reader/"],
    ["groq", "https://developers.openai.com/api/docs/models/whisper-1"],
  ])("%s: %s is not the provider's", (provider, address) => {
    expect(isOwnPage(provider, address)).toBe(false);
  });

  it("are in the snapshot, which uses no other pages", () => {
    const providers = new Map(endpoints.map(({ id, provider }) => [id, provider]));
    const quoted = prices.filter(({ source }) => source.startsWith("https://") && source !== AZURE_RETAIL.id);
    expect(quoted.length).toBe(media.prices.length);
    expect(quoted.filter((row) => !isOwnPage(providers.get(row.modelEndpoint) ?? "", row.source))).toEqual([]);
  });

  it("are unique, and separately billed units belong to existing models", () => {
    const keys = media.prices.map(({ provider, model, unit, variant }) => [provider, model, unit, variant].join(" "));
    expect(new Set(keys).size).toBe(keys.length);
    for (const { provider, model, unit } of media.billedApart) {
      const found = endpoints.find((endpoint) => endpoint.provider === provider && endpoint.upstreamModel === model);
      expect(found?.billedApart).toContain(unit);
    }
  });
});

describe("media prices that the collected sources have come from them", () => {
  const row = (modelEndpoint: string, unit: string, variant?: string) =>
    prices.find((one) => one.modelEndpoint === modelEndpoint && one.unit === unit && one.variant === variant);

  it.each([
    ["google/veo-3.1-fast-generate-preview@google", "seconds", undefined, 0.1],
    ["google/veo-3.1-fast-generate-preview@google", "seconds", "1080p", 0.12],
    ["google/veo-3.1-generate-preview@google", "seconds", "4K", 0.6],
    ["deepgram/aura@deepgram", "characters", undefined, 0.000_015],
    ["deepgram/aura-2@deepgram", "characters", undefined, 0.000_03],
    ["deepgram/nova-3@deepgram", "seconds", undefined, 0.0043 / 60],
    ["jinaai/jina-reranker-v3@jina", "input_tokens", undefined, 0.000_000_05],
  ])("%s by %s %s", (endpoint, unit, variant, usd) => {
    const found = row(endpoint, unit, variant);
    expect(found?.source).toBe("portkey-models");
    expect((found?.nanoUsdPerMillion ?? 0) / 1e15).toBeCloseTo(usd, 12);
  });

  it("speech and transcription by Deepgram are not billed by tokens", () => {
    const units = new Set(prices.filter((one) => one.modelEndpoint.endsWith("@deepgram")).map(({ unit }) => unit));
    expect([...units].sort()).toEqual(["characters", "seconds"]);
  });
});
