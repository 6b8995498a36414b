import type { Snapshot } from "../model.ts";

/**
 * Removes what providers no longer serve on a day (YYYY-MM-DD): their endpoints, and the models that nobody else serves,
 * which become `retired`. Keeps providers whose address the operator has changed: a server there may still serve them.
 */
export function withoutRetired(
  snapshot: Snapshot,
  isElsewhere: (provider: string) => boolean,
  today: string,
): Snapshot {
  const endpoints = snapshot.endpoints.filter(
    ({ retirement, provider }) => !retirement || retirement.retiresOn > today || isElsewhere(provider),
  );
  if (endpoints.length === snapshot.endpoints.length) return snapshot;
  const served = new Set(endpoints.map(({ model }) => model));
  const retirements = new Map(snapshot.endpoints.map(({ model, retirement }) => [model, retirement]));
  const { true: models = [], false: retired = [] } = Object.groupBy(snapshot.models, ({ id }) => `${served.has(id)}`);
  const known = retired.map((model) => {
    const retirement = model.retirement ?? retirements.get(model.id);
    return retirement ? { ...model, retirement } : model;
  });
  return { ...snapshot, endpoints, models, retired: known };
}
