import type { Addition, Model, ModelEndpoint, Price } from "./model.ts";
import { latestNames } from "./names/latest-names.ts";
import { sortOfVariant } from "./sorting-variant.ts";

export type CatalogueIndex = {
  models(): readonly Model[];
  modelIds(): IterableIterator<string>;
  resolve(name: string): { model: Model; variant: string | null } | undefined;
  endpoint(id: string): ModelEndpoint | undefined;
  endpoints(): readonly ModelEndpoint[];
  endpointsOf(name: string): readonly ModelEndpoint[];
  endpointsOfProvider(provider: string): readonly ModelEndpoint[];
  /** Returns every listed price row of an endpoint, including refreshed ones. */
  prices(endpointId: string): readonly Price[];
};

const ON_OTHER_TERMS = new Set(["free", "thinking", "extended", "batch"]);
const NONE: readonly never[] = [];

/**
 * Indexes additions; a later one replaces entries with the same id in an earlier one. `refreshed` rows are added to the
 * rows of their endpoint.
 */
export function createIndex(additions: readonly Addition[], refreshed: readonly Price[]): CatalogueIndex {
  const models = new Map(additions.flatMap(({ models }) => models.map((model) => [model.id, model])));
  const endpoints = new Map(additions.flatMap(({ endpoints }) => endpoints.map((endpoint) => [endpoint.id, endpoint])));
  const allModels = [...models.values()];
  const allEndpoints = [...endpoints.values()];
  const names = namesOf(allModels, models);
  const byModel = Map.groupBy(allEndpoints, (endpoint) => endpoint.model);
  const byProvider = Map.groupBy(allEndpoints, (endpoint) => endpoint.provider);
  const pricesBy = pricesByEndpoint(additions, refreshed);

  function resolve(name: string): { model: Model; variant: string | null } | undefined {
    const whole = models.get(names.get(name) ?? name);
    if (whole) return { model: whole, variant: null };
    const colon = name.lastIndexOf(":");
    if (colon < 0) return undefined;
    const base = name.slice(0, colon);
    const variant = name.slice(colon + 1);
    const model = models.get(names.get(base) ?? base);
    return model && isServed(model, variant) ? { model, variant } : undefined;
  }

  function isServed(model: Model, variant: string): boolean {
    if (sortOfVariant(variant)) return true;
    return variant !== "" && (byModel.get(model.id) ?? NONE).some((endpoint) => variantOf(endpoint) === variant);
  }

  return {
    models: () => allModels,
    modelIds: () => models.keys(),
    resolve,
    endpoint: (id) => endpoints.get(id),
    endpoints: () => allEndpoints,
    endpointsOf(name) {
      const found = resolve(name);
      return found ? filterByVariant(byModel.get(found.model.id) ?? NONE, found.variant) : NONE;
    },
    endpointsOfProvider: (provider) => byProvider.get(provider) ?? NONE,
    prices: (endpointId) => pricesBy.get(endpointId) ?? NONE,
  };
}

function namesOf(all: readonly Model[], models: ReadonlyMap<string, Model>): Map<string, string> {
  const names = latestNames(all, models);
  for (const model of all) {
    for (const name of [model.canonicalSlug, ...(model.aliases ?? [])])
      if (!models.has(name)) names.set(name, model.id);
  }
  return names;
}

function pricesByEndpoint(additions: readonly Addition[], refreshed: readonly Price[]): Map<string, Price[]> {
  const by = new Map<string, Price[]>();
  for (const { prices } of additions) {
    for (const [id, rows] of Map.groupBy(prices, (price) => price.modelEndpoint)) by.set(id, rows);
  }
  for (const [id, rows] of Map.groupBy(refreshed, (price) => price.modelEndpoint))
    by.set(id, [...(by.get(id) ?? NONE), ...rows]);
  return by;
}

function filterByVariant(all: readonly ModelEndpoint[], variant: string | null): readonly ModelEndpoint[] {
  const ofVariant = variant === null ? NONE : all.filter((endpoint) => variantOf(endpoint) === variant);
  if (ofVariant.length > 0) return ofVariant;
  const onUsualTerms = all.filter((endpoint) => !ON_OTHER_TERMS.has(variantOf(endpoint)));
  return onUsualTerms.length > 0 ? onUsualTerms : all;
}

function variantOf(endpoint: ModelEndpoint): string {
  const afterProvider = endpoint.model.length + 1 + endpoint.provider.length;
  return endpoint.id.slice(afterProvider + 1);
}
