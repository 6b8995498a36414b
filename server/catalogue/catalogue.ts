import { createIndex } from "./catalogue-index.ts";
import type { Addition, Model, ModelEndpoint, Price, ProviderFacts, Snapshot, SourceNotice } from "./model.ts";
import { type OtherName, otherNames } from "./names/other-names.ts";
import { createSuggester } from "./names/suggest.ts";
import { appliesTo, type PriceOverride, withOverrides } from "./overrides.ts";
import { pricesInForce, pricesOfDay } from "./prices-in-force.ts";
import { sortOfVariant } from "./sorting-variant.ts";

/** Models, the endpoints that serve them, and their prices, in memory. */
export type Catalogue = {
  revision: string;
  notices: readonly SourceNotice[];
  models(): readonly Model[];
  providers(): readonly ProviderFacts[];
  /**
   * Finds a model by id, alias or canonical slug, with or without an available `:variant`. `<name>-latest` is the
   * newest of the models that have this name and a version: `anthropic/claude-sonnet-latest`.
   */
  find(name: string): Model | undefined;
  /**
   * Like `find`, with the requested variant (`free` of `openai/gpt-oss-120b:free`): one of the model's endpoints, or
   * one that selects a sort order (`nitro`). A name with any other variant matches nothing. Also understands names that
   * are not exactly a model's, as `otherNames` describes; `endpoints` are those that such a name means, if not all.
   */
  resolve(name: string): Resolved | undefined;
  /** Finds a model that nobody serves any longer, by id or alias. */
  retired(name: string): Model | undefined;
  endpoint(id: string): ModelEndpoint | undefined;
  endpoints(): readonly ModelEndpoint[];
  /**
   * Returns the endpoints of a model. A name with a variant returns the endpoints of that variant; any other name
   * returns none that serve the model on other terms (`free`, `thinking`) unless there are no others.
   */
  endpointsOf(name: string): readonly ModelEndpoint[];
  endpointsOfProvider(provider: string): readonly ModelEndpoint[];
  /**
   * Returns the price rows in force at a time (Unix ms), for requests through a credential (null: one without an id):
   * one for each unit, prompt-length tier, service tier and variant, including negotiated prices.
   */
  pricesOf(endpointId: string, atMs: number, credentialId?: string | null): readonly Price[];
  /** Returns an endpoint's rows in force on the day of a time, both for certain hours and for all. */
  priceRowsOf(endpointId: string, atMs: number): readonly Price[];
  /** Returns an endpoint's listed rows, shipped and refreshed, whenever they apply; without overrides. */
  listedRowsOf(endpointId: string): readonly Price[];
  /** Adds models found later, on a model server or under a provider's prefix; entries with the same id are replaced. */
  addEndpoints(found: Addition): void;
  /** Replaces the snapshot, whose models and endpoints may have retired since. */
  replaceSnapshot(snapshot: Snapshot): void;
  /** Applies the database's additions on top of the snapshot, replacing earlier ones. */
  overlay(overlay: Overlay): void;
  /** Returns up to three ids similar to a mistyped one, nearest first. */
  suggest(name: string): string[];
};

export type Resolved = OtherName & { variant: string | null };

/** Additions to the snapshot: refreshed prices, the models that came with them, and negotiated prices. */
export type Overlay = Addition & { overrides: readonly PriceOverride[] };

const NONE: readonly never[] = [];

/** Indexes a snapshot, and `extra` on top of it. Linear in their size; no input or output. */
export function createCatalogue(first: Snapshot, extra?: Addition): Catalogue {
  const nearestTo = createSuggester();
  const added: Addition[] = extra ? [extra] : [];
  let snapshot = first;
  let overlay: Overlay = { models: NONE, endpoints: NONE, prices: NONE, overrides: NONE };
  let index = createIndex([snapshot, ...added], NONE);
  let overridesBy = new Map<string, readonly PriceOverride[]>();
  let others: ReturnType<typeof otherNames> | undefined;

  function rebuild(): void {
    // A newer snapshot replaces what a refresh had added.
    index = createIndex([{ ...overlay, prices: NONE }, snapshot, ...added], overlay.prices);
    overridesBy = new Map();
    others = undefined;
  }

  function resolveOther(name: string): Resolved | undefined {
    others ??= otherNames(index.models(), index.endpoints());
    const whole = others(name);
    if (whole) return { ...whole, variant: null };
    const colon = name.lastIndexOf(":");
    const variant = name.slice(colon + 1);
    const base = colon < 0 || !sortOfVariant(variant) ? undefined : others(name.slice(0, colon));
    return base && { ...base, variant };
  }

  function overridesOf(endpointId: string): readonly PriceOverride[] {
    const known = overridesBy.get(endpointId);
    if (known || overlay.overrides.length === 0) return known ?? NONE;
    const endpoint = index.endpoint(endpointId);
    const found = overlay.overrides.filter(
      (override) => endpoint && appliesTo(override, endpoint, override.credentialId),
    );
    overridesBy.set(endpointId, found);
    return found;
  }

  function applyNegotiated(rows: readonly Price[], endpointId: string, atMs: number, credentialId: string | null) {
    const overrides = overridesOf(endpointId);
    if (overrides.length === 0) return rows;
    const endpoint = index.endpoint(endpointId) as ModelEndpoint;
    const own = overrides.filter((override) => appliesTo(override, endpoint, credentialId));
    return withOverrides(rows, own, endpoint, atMs);
  }

  return {
    revision: first.revision,
    notices: first.notices ?? NONE,
    models: () => index.models(),
    providers: () => snapshot.providers ?? NONE,
    find: (name) => index.resolve(name)?.model,
    resolve: (name) => index.resolve(name) ?? resolveOther(name),
    retired: (name) => snapshot.retired?.find(({ id, aliases }) => id === name || aliases?.includes(name)),
    endpoint: (id) => index.endpoint(id),
    endpoints: () => index.endpoints(),
    endpointsOf(name) {
      const other = index.resolve(name) ? undefined : resolveOther(name);
      return other?.endpoints ?? index.endpointsOf(other?.model.id ?? name);
    },
    endpointsOfProvider: (provider) => index.endpointsOfProvider(provider),
    pricesOf(endpointId, atMs, credentialId = null) {
      const rows = applyNegotiated(index.prices(endpointId), endpointId, atMs, credentialId);
      return pricesInForce(rows, atMs);
    },
    priceRowsOf: (endpointId, atMs) =>
      applyNegotiated(pricesOfDay(index.prices(endpointId), atMs), endpointId, atMs, null),
    listedRowsOf: (endpointId) => index.prices(endpointId),
    addEndpoints(found) {
      added.push(found);
      rebuild();
    },
    replaceSnapshot(fresh) {
      snapshot = fresh;
      rebuild();
    },
    overlay(fresh) {
      overlay = fresh;
      rebuild();
    },
    suggest: (name) => nearestTo(name, index.modelIds(), 3),
  };
}
