import type { Catalogue, Resolved } from "../catalogue.ts";
import { createIndex } from "../catalogue-index.ts";
import type { Addition, ProviderFacts } from "../model.ts";
import { createSuggester } from "../names/suggest.ts";
import { pricesInForce, pricesOfDay } from "../prices-in-force.ts";
import { sortOfVariant } from "../sorting-variant.ts";

/** What a workspace has beyond the shared catalogue. */
export type Layer = { additions: readonly Addition[]; providers: readonly ProviderFacts[] };

/**
 * Returns the shared catalogue with a layer on top of it. The layer's names take precedence, and its endpoints also
 * serve models of the shared catalogue. Changes of the shared catalogue show through.
 */
export function layeredCatalogue(shared: Catalogue, { additions, providers }: Layer): Catalogue {
  const own = createIndex(additions, []);
  const ownIds = new Set(providers.map(({ id }) => id));
  const nearest = createSuggester();
  const find = (name: string) => own.resolve(name)?.model ?? shared.find(name);
  const resolve = (name: string): Resolved | undefined => own.resolve(name) ?? shared.resolve(name);
  return {
    revision: shared.revision,
    notices: shared.notices,
    models: () => [...shared.models(), ...own.models()],
    providers: () => [...shared.providers(), ...providers],
    find,
    resolve,
    retired: shared.retired,
    endpoint: (id) => own.endpoint(id) ?? shared.endpoint(id),
    endpoints: () => [...shared.endpoints(), ...own.endpoints()],
    endpointsOf(name) {
      if (own.resolve(name)) return own.endpointsOf(name);
      const listed = shared.endpointsOf(name);
      const found = shared.resolve(name);
      if (!found || found.endpoints || (found.variant !== null && !sortOfVariant(found.variant))) return listed;
      const added = own.endpoints().filter(({ model }) => model === found.model.id);
      return added.length > 0 ? [...listed, ...added] : listed;
    },
    endpointsOfProvider: (provider) =>
      ownIds.has(provider) ? own.endpointsOfProvider(provider) : shared.endpointsOfProvider(provider),
    pricesOf: (id, atMs, credentialId) =>
      own.endpoint(id) ? pricesInForce(own.prices(id), atMs) : shared.pricesOf(id, atMs, credentialId),
    priceRowsOf: (id, atMs) => (own.endpoint(id) ? pricesOfDay(own.prices(id), atMs) : shared.priceRowsOf(id, atMs)),
    listedRowsOf: (id) => (own.endpoint(id) ? own.prices(id) : shared.listedRowsOf(id)),
    addEndpoints: shared.addEndpoints,
    replaceSnapshot: shared.replaceSnapshot,
    overlay: shared.overlay,
    suggest: (name) => [...nearest(name, own.modelIds(), 3), ...shared.suggest(name)].slice(0, 3),
  };
}
