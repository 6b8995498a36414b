import { createIndex } from "./catalogue-index.ts";
import type { Addition, Model, ModelEndpoint, Price, ProviderFacts, Snapshot, SourceNotice } from "./model.ts";
import { concerns, type PriceOverride, withOverrides } from "./overrides.ts";
import { pricesInForce, pricesOfDay } from "./prices-in-force.ts";
import { createSuggester } from "./suggest.ts";

/** Models, the endpoints that serve them and what they charge, in memory. */
export type Catalogue = {
  revision: string;
  notices: readonly SourceNotice[];
  models(): readonly Model[];
  providers(): readonly ProviderFacts[];
  /** The model of an id, alias or canonical slug, with or without a `:variant` that is served. */
  find(name: string): Model | undefined;
  /**
   * Like `find`, with the variant that was asked for (`free` of `openai/gpt-oss-120b:free`): one of the model's
   * endpoints, or one that says how to sort them (`nitro`). A name with any other variant is nobody's.
   */
  resolve(name: string): { model: Model; variant: string | null } | undefined;
  endpoint(id: string): ModelEndpoint | undefined;
  endpoints(): readonly ModelEndpoint[];
  /**
   * The endpoints of a model. A name with a variant of theirs gives the endpoints of that variant; any other gives
   * none that serve the model on other terms (`free`, `thinking`) unless there are no others.
   */
  endpointsOf(name: string): readonly ModelEndpoint[];
  endpointsOfProvider(provider: string): readonly ModelEndpoint[];
  /**
   * The price rows in force at a time (Unix ms), for calls through a credential (null: none that has an id): one for
   * each unit, prompt-length tier, service tier and variant; negotiated prices included.
   */
  pricesOf(endpointId: string, atMs: number, credentialId?: string | null): readonly Price[];
  /** The rows of an endpoint that hold on the day of a time, each hour's beside the one for all hours. */
  priceRowsOf(endpointId: string, atMs: number): readonly Price[];
  /** The listed rows of an endpoint, shipped and refreshed, whenever they hold; no override is applied. */
  listedRowsOf(endpointId: string): readonly Price[];
  /** Adds models found later, on a model server or under a provider's prefix; what has the same id is replaced. */
  addEndpoints(found: Addition): void;
  /** Lays what the database adds over the snapshot, in place of what it added before. */
  overlay(overlay: Overlay): void;
  /** Up to three ids near to a mistyped one, nearest first. */
  suggest(name: string): string[];
};

/** What the snapshot does not say: refreshed prices, the models that came with them, and negotiated prices. */
export type Overlay = Addition & { overrides: readonly PriceOverride[] };

const NONE: readonly never[] = [];

/** Indexes a snapshot, and `extra` on top of it. Linear in their size; no input or output. */
export function createCatalogue(snapshot: Snapshot, extra?: Addition): Catalogue {
  const nearestTo = createSuggester();
  const shipped: Addition[] = extra ? [snapshot, extra] : [snapshot];
  let overlay: Overlay = { models: NONE, endpoints: NONE, prices: NONE, overrides: NONE };
  let index = createIndex(shipped, NONE);
  let overridesBy = new Map<string, readonly PriceOverride[]>();

  function rebuild(): void {
    // What a newer snapshot ships replaces what a refresh had added.
    index = createIndex([{ ...overlay, prices: NONE }, ...shipped], overlay.prices);
    overridesBy = new Map();
  }

  function overridesOf(endpointId: string): readonly PriceOverride[] {
    const known = overridesBy.get(endpointId);
    if (known || overlay.overrides.length === 0) return known ?? NONE;
    const endpoint = index.endpoint(endpointId);
    const found = overlay.overrides.filter(
      (override) => endpoint && concerns(override, endpoint, override.credentialId),
    );
    overridesBy.set(endpointId, found);
    return found;
  }

  function negotiated(rows: readonly Price[], endpointId: string, atMs: number, credentialId: string | null) {
    const overrides = overridesOf(endpointId);
    if (overrides.length === 0) return rows;
    const endpoint = index.endpoint(endpointId) as ModelEndpoint;
    const own = overrides.filter((override) => concerns(override, endpoint, credentialId));
    return withOverrides(rows, own, endpoint, atMs);
  }

  return {
    revision: snapshot.revision,
    notices: snapshot.notices ?? NONE,
    models: () => index.models(),
    providers: () => snapshot.providers ?? NONE,
    find: (name) => index.resolve(name)?.model,
    resolve: (name) => index.resolve(name),
    endpoint: (id) => index.endpoint(id),
    endpoints: () => index.endpoints(),
    endpointsOf: (name) => index.endpointsOf(name),
    endpointsOfProvider: (provider) => index.endpointsOfProvider(provider),
    pricesOf(endpointId, atMs, credentialId = null) {
      const rows = negotiated(index.prices(endpointId), endpointId, atMs, credentialId);
      return pricesInForce(rows, atMs);
    },
    priceRowsOf: (endpointId, atMs) => negotiated(pricesOfDay(index.prices(endpointId), atMs), endpointId, atMs, null),
    listedRowsOf: (endpointId) => index.prices(endpointId),
    addEndpoints(found) {
      shipped.push(found);
      rebuild();
    },
    overlay(fresh) {
      overlay = fresh;
      rebuild();
    },
    suggest: (name) => nearestTo(name, index.modelIds(), 3),
  };
}
