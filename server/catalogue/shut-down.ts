import type { Snapshot } from "./model.ts";

/**
 * Removes models that their vendors have discontinued by `today` (YYYY-MM-DD), except for providers whose address the
 * operator has changed: a server there may still serve them.
 */
export function withoutShutDown(
  snapshot: Snapshot,
  isElsewhere: (provider: string) => boolean,
  today: string,
): Snapshot {
  const ended = snapshot.models.filter(({ expirationDate }) => expirationDate !== undefined && expirationDate <= today);
  const endedIds = new Set(ended.map(({ id }) => id));
  const endpoints = snapshot.endpoints.filter(({ model, provider }) => !endedIds.has(model) || isElsewhere(provider));
  const served = new Set(endpoints.map(({ model }) => model));
  return { ...snapshot, endpoints, models: snapshot.models.filter(({ id }) => !endedIds.has(id) || served.has(id)) };
}
