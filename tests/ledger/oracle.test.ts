import { calcPrice } from "@pydantic/genai-prices";
import { expect, test } from "vitest";
import { consensus } from "#server/catalogue/build/models/consensus.ts";
import { PROVIDER_LIST } from "#server/catalogue/build/provider-list.ts";
import type { Source } from "#server/catalogue/build/sources/claim.ts";
import { genaiClaims, genaiModel, genaiModels } from "#server/catalogue/build/sources/genai-prices.ts";
import { loadCatalogue } from "#server/catalogue/load.ts";
import type { Price } from "#server/catalogue/model.ts";
import { pricesInForce } from "#server/catalogue/prices-in-force.ts";
import { costOf, promptTokensOf } from "#server/ledger/prices/cost.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { seededRandom } from "#tests/support/random/seeded-random.ts";

// The package's own calculator is the oracle. First our calculation is compared with it, with the package's prices, for
// every model it knows; then our catalogue, for every model endpoint that both know.

const SOURCE: Source = { id: "genai-prices", revision: "0.1.8", asOf: "2026-09-23", rank: 3 };
const FROM_MS = Date.parse("2026-09-24T00:00:00Z");
const TO_MS = Date.parse("2027-02-01T00:00:00Z");
const ROUNDS = 12;
/** The package adds floating-point numbers. */
const TOLERANCE = 1e-9;

const random = seededRandom(20_261_121);

/** Prompts of all lengths, most of them short; a quarter of the units is zero. */
function randomUsage(): Usage {
  const count = (most: number) => (random() < 0.25 ? 0 : Math.floor(random() ** 4 * most));
  const output_tokens = count(100_000);
  return {
    input_tokens: count(600_000),
    cache_read_tokens: count(400_000),
    cache_write_tokens: count(200_000),
    cache_write_1h_tokens: count(100_000),
    output_tokens,
    reasoning_tokens: Math.floor(random() * output_tokens),
    web_searches: count(20),
  };
}

/** Converts our disjoint units to the package's: totals, and the parts that they include. */
function oracleUsage(usage: Usage): Record<string, number> {
  const { cache_write_tokens: short = 0, cache_write_1h_tokens: long = 0 } = usage;
  return {
    input_tokens: promptTokensOf(usage),
    cache_read_tokens: usage.cache_read_tokens ?? 0,
    cache_write_tokens: short + long,
    cache_write_1h_tokens: long,
    output_tokens: usage.output_tokens ?? 0,
    output_reasoning_tokens: usage.reasoning_tokens ?? 0,
    web_searches: usage.web_searches ?? 0,
  };
}

function oracleNanoUsd(provider: string, model: string, usage: Usage, atMs: number): number | undefined {
  const result = calcPrice(oracleUsage(usage), model, { providerId: provider, timestamp: new Date(atMs) });
  return result === null ? undefined : result.total_price * 1e9;
}

function isEqual(ours: number, oracle: number): boolean {
  return Math.abs(ours - oracle) <= 1 + oracle * TOLERANCE;
}

const randomTime = () => FROM_MS + Math.floor(random() * (TO_MS - FROM_MS));

test("with the oracle's prices, every cost equals the oracle's for every model it knows", () => {
  const providers = [...new Set(PROVIDER_LIST.flatMap(({ genaiPrices }) => genaiPrices ?? []))];
  let compared = 0;
  const wrong: unknown[] = [];
  for (const provider of providers) {
    for (const model of genaiModels(provider)) {
      // Skips ids that the package's own rules match to another record.
      if (genaiModel(provider, model.id) !== model) continue;
      const rows = consensus(`${model.id}@${provider}`, genaiClaims(SOURCE, model));
      for (let round = 0; round < ROUNDS; round++) {
        const [usage, atMs] = [randomUsage(), randomTime()];
        const oracle = oracleNanoUsd(provider, model.id, usage, atMs) as number;
        const ours = costOf(usage, pricesInForce(rows, atMs)).nanoUsd;
        compared++;
        if (!isEqual(ours, oracle)) wrong.push({ provider, model: model.id, usage, ours, oracle });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(5000);
});

const catalogue = loadCatalogue();

type Shared = { id: string; provider: string; model: string; isHosted: boolean };
const shared: Shared[] = PROVIDER_LIST.flatMap(({ id, genaiPrices, genaiNames, genaiName, hosts }) =>
  catalogue
    .endpointsOfProvider(id)
    .filter((endpoint) => catalogue.find(endpoint.model)?.outputModalities.join() === "text")
    .filter((endpoint) => genaiNames?.test(endpoint.upstreamModel) !== false)
    .flatMap((endpoint) => {
      const model = genaiName?.(endpoint.upstreamModel) ?? endpoint.upstreamModel;
      return genaiPrices && genaiModel(genaiPrices, model)
        ? [{ id: endpoint.id, provider: genaiPrices, model, isHosted: hosts }]
        : [];
    }),
);

type Deviation = { id: string; unit: string; ours: number | null; oracle: number | null; isOnRecord: boolean };

/** Prices that differ between our rows and the oracle's, or that only one of them has. */
function deviations({ id, provider, model }: Shared): Deviation[] {
  const info = genaiModel(provider, model);
  const stated = info ? consensus(id, genaiClaims(SOURCE, info)) : [];
  const ours = catalogue.priceRowsOf(id, FROM_MS).filter(({ serviceTier }) => serviceTier === null);
  const oracle = stated.filter(({ validFrom }) => validFrom === undefined);
  const keys = new Set([...ours, ...oracle].map(keyOf));
  return [...keys].flatMap((key) => {
    const [own, other] = [ours, oracle].map((rows) => rows.find((row) => keyOf(row) === key));
    if (own?.nanoUsdPerMillion === other?.nanoUsdPerMillion) return [];
    const isOnRecord = own?.dissent?.some(({ source }) => source === SOURCE.id) ?? false;
    const prices = { ours: own?.nanoUsdPerMillion ?? null, oracle: other?.nanoUsdPerMillion ?? null };
    return [{ id, unit: (own ?? other)?.unit as string, ...prices, isOnRecord }];
  });
}

function keyOf(row: Price): string {
  const length = Math.round(row.minPromptTokens / 1000);
  return [row.unit, length, row.hoursUtc?.startMinute, row.hoursUtc?.endMinute].join();
}

/** The oracle only knows the price of a request to Perplexity with the largest search context. */
const LARGEST_CONTEXT = { variant: "high context" };

const differing = shared.filter((one) =>
  Array.from({ length: ROUNDS }, () => [randomUsage(), randomTime()] as const).some(([usage, atMs]) => {
    const oracle = oracleNanoUsd(one.provider, one.model, usage, atMs) as number;
    return !isEqual(costOf(usage, catalogue.pricesOf(one.id, atMs), LARGEST_CONTEXT).nanoUsd, oracle);
  }),
);

// The differences for first-party models in September 2026: the oracle lacks searches and a few cache and audio prices;
// Mistral's `-latest` aliases have moved on; the sources convert Zhipu's prices from yuan at different rates.
test("at most one in twenty first-party endpoints differs from a price that the oracle states", () => {
  expect(shared.length).toBeGreaterThan(500);
  const own = shared.filter(({ isHosted }) => !isHosted);
  const disputed = own.filter((one) => deviations(one).some(({ ours, oracle }) => ours !== null && oracle !== null));
  expect(disputed.length / own.length, disputed.map(({ id }) => id).join(", ")).toBeLessThan(0.05);
});

test("a cost that differs from the oracle's has a disputed price row", () => {
  expect(differing.filter((one) => deviations(one).length === 0)).toEqual([]);
});

test("a price that differs from the oracle's records the oracle's price", () => {
  const silent = differing
    .flatMap(deviations)
    .filter(({ ours, oracle, isOnRecord }) => ours !== null && oracle !== null && !isOnRecord);
  expect(silent).toEqual([]);
});

test("the catalogue has every price of a shared endpoint that the oracle knows", () => {
  expect(shared.flatMap(deviations).filter(({ ours }) => ours === null)).toEqual([]);
});
