import type { z } from "zod";
import type { SystemState } from "#lib/contract/system.ts";
import type { Gateway } from "#server/gateway.ts";

type ProviderState = z.output<typeof SystemState>["providers"][number];

/**
 * Returns the attempts of the last 30 minutes for each provider in use: those with a system credential, with attempts,
 * or with a model endpoint named in `troubled`. Sorted by name.
 */
export function providerStates(
  { catalogue, health, systemCredentials }: Pick<Gateway, "catalogue" | "health" | "systemCredentials">,
  nowMs: number,
  troubled: ReadonlySet<string>,
): ProviderState[] {
  const names = new Map(catalogue.providers().map(({ id, name }) => [id, name]));
  const ids = new Set([...names.keys(), ...systemCredentials.keys()]);
  const states = [...ids].map((id) => {
    const endpoints = catalogue.endpointsOfProvider(id);
    const hasSystemKey = systemCredentials.has(id);
    const attempts = endpoints.map((endpoint) => health.attempts(endpoint.id, nowMs));
    const state: ProviderState = {
      id,
      name: names.get(id) ?? id,
      system_key: hasSystemKey,
      house_key: hasSystemKey,
      model_endpoints: endpoints.length,
      succeeded: attempts.reduce((sum, { succeeded }) => sum + succeeded, 0),
      failed: attempts.reduce((sum, { failed }) => sum + failed, 0),
    };
    const isTroubled = endpoints.some((endpoint) => troubled.has(endpoint.id));
    return { state, isInUse: isTroubled || hasSystemKey || state.succeeded + state.failed > 0 };
  });
  return states
    .filter(({ isInUse }) => isInUse)
    .map(({ state }) => state)
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}
