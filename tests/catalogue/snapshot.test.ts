import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createCatalogue } from "#server/catalogue/catalogue.ts";
import { readSnapshot } from "#server/catalogue/load.ts";
import { providers as adapters } from "#server/providers/registry.ts";

const folder = fileURLToPath(new URL("../../server/catalogue/snapshot", import.meta.url));
const snapshot = readSnapshot();
const { models, endpoints, prices } = snapshot;
const modelIds = new Set(models.map((model) => model.id));
const endpointIds = new Set(endpoints.map((endpoint) => endpoint.id));

describe("references", () => {
  it("every endpoint's model and every price's endpoint exist", () => {
    expect(endpoints.filter((endpoint) => !modelIds.has(endpoint.model))).toEqual([]);
    expect(prices.filter((price) => !endpointIds.has(price.modelEndpoint))).toEqual([]);
  });

  it("every model is served and every endpoint's provider has its facts", () => {
    const served = new Set(endpoints.map((endpoint) => endpoint.model));
    expect(models.filter((model) => !served.has(model.id))).toEqual([]);
    const known = new Set(snapshot.providers?.map((provider) => provider.id));
    expect(endpoints.filter((endpoint) => !known.has(endpoint.provider))).toEqual([]);
    expect(snapshot.providers?.filter((provider) => provider.name === provider.id)).toEqual([]);
  });

  it("ids are unique, and an endpoint's id is made of its model and provider", () => {
    expect(modelIds.size).toBe(models.length);
    expect(endpointIds.size).toBe(endpoints.length);
    expect(new Set(prices.map((price) => price.id)).size).toBe(prices.length);
    expect(endpoints.filter(({ id, model, provider }) => !`${id}:`.startsWith(`${model}@${provider}:`))).toEqual([]);
  });

  it("a model's name has no blanks at its ends", () => {
    expect(models.map(({ name }) => name).filter((name) => name !== name.trim())).toEqual([]);
  });

  it("a name refers to one model", () => {
    const names = models.flatMap((model) => [...new Set([model.id, model.canonicalSlug, ...(model.aliases ?? [])])]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const catalogue = createCatalogue(snapshot);
    for (const model of models)
      for (const name of [model.canonicalSlug, ...(model.aliases ?? [])])
        expect(catalogue.find(name)?.id).toBe(model.id);
  });

  it("model ids are author and slug", () => {
    expect(models.filter((model) => !/^[a-z0-9.-]+\/[a-z0-9.-]+$/.test(model.id)).map((model) => model.id)).toEqual([]);
  });
});

const AWS_REGION = /^[a-z]{2}(-gov)?-[a-z]+-\d$/;

describe("prices", () => {
  it("in a region are those of models whose general price is known", () => {
    const regional = prices.filter(({ variant }) => AWS_REGION.test(variant ?? ""));
    expect(new Set(regional.map(({ modelEndpoint }) => modelEndpoint)).size).toBeGreaterThan(20);
    for (const { modelEndpoint, unit, serviceTier } of regional) {
      const general = prices.filter((one) => one.modelEndpoint === modelEndpoint && one.variant === undefined);
      expect(general).toContainEqual(expect.objectContaining({ unit, serviceTier }));
    }
  });

  it("are safe integers of zero or more", () => {
    expect(
      prices.filter((price) => !Number.isSafeInteger(price.nanoUsdPerMillion) || price.nanoUsdPerMillion < 0),
    ).toEqual([]);
  });

  it("a model endpoint's own prices come from one source at one date, except for hand-written, regional and audio ones", () => {
    const own = prices.filter(
      ({ unit, source, variant }) =>
        !unit.endsWith("_searches") &&
        !unit.includes("audio") &&
        !source.startsWith("https://") &&
        !AWS_REGION.test(variant ?? ""),
    );
    const lists = Map.groupBy(own, ({ modelEndpoint }) => modelEndpoint);
    const mixed = [...lists].filter(
      ([, rows]) => new Set(rows.map(({ source, asOf }) => `${source} ${asOf}`)).size > 1,
    );
    expect(mixed.map(([id]) => id)).toEqual([]);
  });

  it("are disputed if another source contradicts them, and the highest is reserved", () => {
    const collected = prices.filter(({ source }) => !source.startsWith("https://"));
    expect(collected.filter(({ disputed, dissent }) => disputed !== (dissent !== undefined))).toEqual([]);
    const highest = (row: (typeof prices)[number]) =>
      Math.max(row.nanoUsdPerMillion, ...(row.dissent ?? []).map((one) => one.nanoUsdPerMillion));
    const low = collected.filter((row) => (row.reserveNanoUsdPerMillion ?? row.nanoUsdPerMillion) < highest(row));
    expect(low).toEqual([]);
  });

  it("come from the newest source: Mistral changed its latest medium model on 2026-06-16", () => {
    const rows = prices.filter(({ modelEndpoint }) => modelEndpoint === "mistralai/mistral-medium-latest@mistral");
    const ordinary = rows.filter(({ serviceTier }) => serviceTier === null);
    expect(ordinary.map(({ unit, nanoUsdPerMillion, disputed }) => [unit, nanoUsdPerMillion / 1e9, disputed])).toEqual([
      ["cache_read_tokens", 0.15, false],
      ["input_tokens", 1.5, true],
      ["output_tokens", 7.5, true],
    ]);
  });

  it("have one row per unit, tier, service tier, variant, hour and day of an endpoint", () => {
    const keys = prices.map((row) =>
      JSON.stringify([
        row.modelEndpoint,
        row.unit,
        row.minPromptTokens,
        row.serviceTier,
        row.variant,
        row.hoursUtc,
        row.validFrom,
      ]),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("a text endpoint has input and output prices or is marked as unpriced", () => {
    const texts = new Set(models.filter((model) => model.outputModalities.join() === "text").map((model) => model.id));
    const base = (id: string) =>
      prices
        .filter((row) => row.modelEndpoint === id && !row.serviceTier && row.minPromptTokens === 0 && !row.hoursUtc)
        .map((row) => row.unit);
    const wrong = endpoints.filter((endpoint) => {
      const units = base(endpoint.id);
      const isPriced = units.includes("input_tokens") && units.includes("output_tokens");
      return texts.has(endpoint.model) && isPriced === (endpoint.unpriced === true);
    });
    expect(wrong.map((endpoint) => endpoint.id)).toEqual([]);
  });

  it("a media endpoint without a price is one whose provider documents none", () => {
    const texts = new Set(models.filter((model) => model.outputModalities.includes("text")).map((model) => model.id));
    const media = endpoints.filter((endpoint) => endpoint.unpriced && !texts.has(endpoint.model));
    // Amazon's pages state prices only to a browser. No source has those of Stability's editing models.
    const names = media.map(({ provider, model }) => (provider === "elevenlabs" ? provider : `${model}@${provider}`));
    expect([...new Set(names)].sort()).toEqual([
      "elevenlabs",
      "stabilityai/stable-image-erase-object@amazon-bedrock",
      "stabilityai/stable-image-inpaint@amazon-bedrock",
    ]);
  });

  it("name their source", () => {
    const revisions = new Map(snapshot.notices?.map((notice) => [notice.source, notice]));
    for (const price of prices) {
      const notice = revisions.get(price.source);
      if (notice) expect([price.sourceRevision, price.asOf]).toEqual([notice.revision, notice.asOf]);
      else expect(price.source).toMatch(/^(switchboard|https:\/\/\S+)$/);
      expect(price.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it("a disputed price lists what others state and never reserves less than any of them", () => {
    for (const price of prices.filter((row) => row.disputed)) {
      const highest = Math.max(
        price.nanoUsdPerMillion,
        ...(price.dissent ?? []).map((other) => other.nanoUsdPerMillion),
      );
      expect(price.dissent?.length).toBeGreaterThan(0);
      expect(price.reserveNanoUsdPerMillion ?? price.nanoUsdPerMillion).toBe(highest);
    }
  });

  it("include a provider's more expensive hours: DeepSeek's since August 2026", () => {
    const catalogue = createCatalogue(snapshot);
    const at = (hour: number) =>
      catalogue
        .pricesOf("deepseek/deepseek-v4-pro@deepseek", Date.UTC(2026, 10, 22, hour))
        .find((row) => row.unit === "output_tokens")?.nanoUsdPerMillion;
    expect([0, 1, 3, 4, 6, 9, 10].map(at)).toEqual([1.98e9, 3.96e9, 3.96e9, 1.98e9, 3.96e9, 3.96e9, 1.98e9]);
  });

  it("are zero only for this process or a provider's free offer", () => {
    const zero = new Set(prices.filter((price) => price.nanoUsdPerMillion === 0).map((price) => price.modelEndpoint));
    const givers = new Set(
      [...zero].map((id) => (id.split("@")[1] as string).replace(/^openrouter$/, "openrouter (router)")),
    );
    expect([...givers].sort()).toEqual([
      "github-models",
      "llama",
      "local",
      "nvidia",
      "openai",
      "openrouter (router)",
      "openrouter:free",
      "zai",
      "zhipuai",
    ]);
    expect([...zero].filter((id) => id.endsWith("@openai"))).toEqual(["openai/omni-moderation-latest@openai"]);
    expect([...zero].filter((id) => id.endsWith("@openrouter"))).toEqual(["openrouter/free@openrouter"]);
  });
});

describe("coverage", () => {
  it("at least 25 providers, and the local models", () => {
    expect(new Set(endpoints.map((endpoint) => endpoint.provider)).size).toBeGreaterThanOrEqual(25);
    for (const id of ["local/echo@local", "local/extract@local"]) expect(endpointIds).toContain(id);
  });

  it("at least 25 providers with prices, and every kind of output priced at a provider other than this process", () => {
    const priced = endpoints.filter((endpoint) => !endpoint.unpriced && endpoint.provider !== "local");
    expect(new Set(priced.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(25);
    const served = new Set(priced.map(({ model }) => model));
    const kinds = new Set(models.filter(({ id }) => served.has(id)).flatMap((model) => model.outputModalities));
    for (const kind of ["text", "image", "video", "speech", "transcription", "embeddings", "rerank", "moderation"])
      expect(kinds).toContain(kind);
  });

  it("every provider has an adapter", () => {
    expect(endpoints.filter(({ provider }) => !adapters.has(provider)).map(({ id }) => id)).toEqual([]);
  });

  // https://docs.aws.amazon.com/bedrock/latest/userguide/abuse-detection.html
  it("models whose prompts Bedrock keeps are not listed as without retention", () => {
    const kept = endpoints.filter(({ provider, model }) => provider === "amazon-bedrock" && /gpt-\d|fable/.test(model));
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.filter(({ zeroDataRetention }) => zeroDataRetention)).toEqual([]);
    for (const model of ["openai/gpt-oss-120b", "x-ai/grok-4.3", "anthropic/claude-opus-4.8"])
      expect(
        endpoints.some((one) => one.provider === "amazon-bedrock" && one.model === model && one.zeroDataRetention),
        model,
      ).toBe(true);
  });

  it("only this process and providers with such a policy count as not storing or training", () => {
    const keepNothing = new Set(
      endpoints.filter((endpoint) => endpoint.zeroDataRetention).map((endpoint) => endpoint.provider),
    );
    expect([...keepNothing].sort()).toEqual(["amazon-bedrock", "fireworks", "local", "perplexity"]);
    const neverTrain = new Set(
      endpoints.filter((endpoint) => !endpoint.trainsOnPrompts).map((endpoint) => endpoint.provider),
    );
    expect([...neverTrain].sort()).toEqual([
      "amazon-bedrock",
      "anthropic",
      "azure",
      "deepinfra",
      "fireworks",
      "google-vertex",
      "local",
      "openai",
      "perplexity",
      "xai",
    ]);
  });
});

describe("the files", () => {
  it("stay under 6 MB and contain the license texts", () => {
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0);
    expect(bytes).toBeLessThan(6_000_000);
    const notices = readFileSync(`${folder}/NOTICES.md`, "utf8");
    expect(notices.match(/Permission is hereby granted/g)).toHaveLength(3);
  });

  it("load and index in under 100 ms of processor time", () => {
    const times = Array.from({ length: 5 }, () => {
      const before = process.threadCpuUsage();
      createCatalogue(readSnapshot());
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });
});
