import type { Catalogue } from "../catalogue.ts";
import type { Model, ModelEndpoint, Retirement } from "../model.ts";

/** An announced retirement of a model. `provider`: the id of the provider that retires it; null: its creator does. */
export type AnnouncedRetirement = Retirement & { model: Model; provider: string | null };

/**
 * Returns the retirements that creators have announced, and those of single providers that are earlier or of models
 * which their creators do not retire.
 */
export function announcedRetirements(catalogue: Pick<Catalogue, "models" | "endpointsOf">): AnnouncedRetirement[] {
  return catalogue.models().flatMap((model) => {
    const { retirement } = model;
    const byProvider = Map.groupBy(catalogue.endpointsOf(model.id), ({ provider }) => provider);
    const ofProviders = [...byProvider].flatMap(([provider, endpoints]) => {
      const last = lastOf(endpoints);
      const isNews = last && (!retirement || last.retiresOn < retirement.retiresOn);
      return isNews ? [{ model, provider, ...last }] : [];
    });
    return [...(retirement ? [{ model, provider: null, ...retirement }] : []), ...ofProviders];
  });
}

/** Returns when a provider stops serving a model; undefined if one of its endpoints stays. */
function lastOf(endpoints: readonly ModelEndpoint[]): Retirement | undefined {
  const all = endpoints.map(({ retirement }) => retirement);
  return all.reduce((last, one) => (last && one && last.retiresOn < one.retiresOn ? one : one && last));
}
