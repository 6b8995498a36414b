import { calcPrice } from "@pydantic/genai-prices";
import { expect, it } from "vitest";
import { PROVIDER_LIST } from "#server/catalogue/build/provider-list.ts";
import { loadCatalogue } from "#server/catalogue/load.ts";
import type { ModelEndpoint, Price } from "#server/catalogue/model.ts";

const catalogue = loadCatalogue();
/** Noon UTC of the day the oracle's data is of: outside all discount hours. */
const AT = Date.parse("2026-09-23T12:00:00Z");
const INPUT_TOKENS = 1000;
const OUTPUT_TOKENS = 500;

type Compared = { id: string; ours: number; oracle: number; rows: Price[] };

/** First-party text endpoints that the oracle prices too, with both costs in nano-USD. */
const compared: Compared[] = PROVIDER_LIST.filter((provider) => !provider.hosts).flatMap((provider) =>
  catalogue.endpointsOfProvider(provider.id).flatMap((endpoint) => compare(endpoint, provider.genaiPrices) ?? []),
);

function compare(endpoint: ModelEndpoint, oracleId: string | undefined): Compared | null {
  if (!oracleId || catalogue.find(endpoint.model)?.outputModalities.join() !== "text") return null;
  const prices = catalogue
    .pricesOf(endpoint.id, AT)
    .filter((row) => row.serviceTier === null && row.minPromptTokens === 0);
  const rows = prices.filter((row) => row.unit === "input_tokens" || row.unit === "output_tokens");
  const usage = { input_tokens: INPUT_TOKENS, output_tokens: OUTPUT_TOKENS };
  const result = calcPrice(usage, endpoint.upstreamModel, { providerId: oracleId, timestamp: new Date(AT) });
  if (!result || rows.length < 2 || result.total_price === 0) return null;
  const perRequest = Number(result.model_price.requests_kcount ?? 0) / 1000;
  return { id: endpoint.id, ours: costOf(rows), oracle: Math.round((result.total_price - perRequest) * 1e9), rows };
}

function costOf(rows: Price[]): number {
  const units = { input_tokens: INPUT_TOKENS, output_tokens: OUTPUT_TOKENS } as Record<string, number>;
  return Math.round(rows.reduce((sum, row) => sum + row.nanoUsdPerMillion * (units[row.unit] as number), 0) / 1e6);
}

const isEqual = ({ ours, oracle }: Compared) => Math.abs(ours - oracle) <= 1;
const differing = compared.filter((row) => !isEqual(row));

it("at least a hundred first-party models can be compared with the reference data", () => {
  expect(compared.length).toBeGreaterThanOrEqual(100);
});

it("a price that differs from the reference was outvoted by two sources, and is marked", () => {
  const unexplained = differing.filter(({ rows }) =>
    rows.some((row) => row.source !== "genai-prices" && !isOutvoted(row) && (row.agreeing ?? 1) < 2),
  );
  expect(unexplained.map((row) => row.id)).toEqual([]);
  for (const { id, rows } of differing) {
    expect(rows.some(isOutvoted), `${id} differs from the oracle but no row records its statement`).toBe(true);
  }
});

it("with the reference prices, every cost equals the reference cost", () => {
  const restored = differing.map(({ id, oracle, rows }) => ({ id, oracle, ours: costOf(rows.map(statedPrice)), rows }));
  expect(restored.filter((row) => !isEqual(row)).map(({ id, ours, oracle }) => ({ id, ours, oracle }))).toEqual([]);
});

it("at most a few differ", () => {
  expect(differing.length / compared.length, `differing: ${differing.map((row) => row.id).join(", ")}`).toBeLessThan(
    0.05,
  );
});

function isOutvoted(row: Price): boolean {
  return !row.disputed && (row.agreeing ?? 1) >= 2 && statedByOracle(row) !== undefined;
}

function statedByOracle(row: Price): number | undefined {
  return row.dissent?.find((other) => other.source === "genai-prices")?.nanoUsdPerMillion;
}

function statedPrice(row: Price): Price {
  return { ...row, nanoUsdPerMillion: statedByOracle(row) ?? row.nanoUsdPerMillion };
}
