import type { Snapshot } from "./model.ts";

/**
 * A snapshot without the models that their vendors have ended by `today` (YYYY-MM-DD), but for those of providers that
 * the operator reaches elsewhere than at the vendor: a server there may go on with them.
 */
export function withoutShutDown(
  snapshot: Snapshot,
  isElsewhere: (provider: string) => boolean,
  today: string,
): Snapshot {
  const ended = snapshot.models.filter(({ expirationDate }) => expirationDate !== undefined && expirationDate <= today);
  const gone = new Set(ended.map(({ id }) => id));
  const endpoints = snapshot.endpoints.filter(({ model, provider }) => !gone.has(model) || isElsewhere(provider));
  const served = new Set(endpoints.map(({ model }) => model));
  return { ...snapshot, endpoints, models: snapshot.models.filter(({ id }) => !gone.has(id) || served.has(id)) };
}
